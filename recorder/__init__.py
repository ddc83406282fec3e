"""Recording: readings over time into events, kept in a log, told as SGF and alerts."""
