"""What programs learn from many games."""
