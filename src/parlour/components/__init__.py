"""What comes in the boxes: decks and word lists, as TOML files with loaders that report bad files well."""
