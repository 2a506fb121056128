"""The goals for speed, measured: every figure beside that of a peer, in one run."""
