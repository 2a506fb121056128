"""Match files: read, judged by the rules, written. No framework."""
