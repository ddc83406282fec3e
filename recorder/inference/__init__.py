"""From readings over time to events: evidence, stories that explain it, and when to tell them."""
