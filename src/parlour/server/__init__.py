"""The online table: tables, seats and links; every move logged before it is acknowledged."""
