"""Learning the networks of kifuwatch again from rendered scenes (extra `train`; no user needs it)."""
