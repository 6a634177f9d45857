"""Players made of rules: they see only what their seat may see."""
