"""How the games come out between bots, as a page: `make balance` writes docs/balance.md."""
