"""Tables under load: moves a second, how long a move waits for its answer, memory; ours and a peer in one run."""
