"""Many boards at once: their settings, a worker process each, what is kept beside their logs."""
