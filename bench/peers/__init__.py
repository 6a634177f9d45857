"""Other engines, measured on the same core as ours; each runs in its own environment."""
