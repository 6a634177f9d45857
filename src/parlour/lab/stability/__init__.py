"""How often does a tower fall? Physics runs, the model fitted to them, and how good it is on runs it has not seen."""
