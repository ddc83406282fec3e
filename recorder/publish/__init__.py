"""What is made of records for others: figures, reports, pages for any web server, relays, the public's delay."""
