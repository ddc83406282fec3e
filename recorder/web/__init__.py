"""The console: pages for operators, referees and viewers, and the interface behind them."""
