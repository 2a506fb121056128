"""The front door: settings, addresses, supervisor, worker. Nobody imports it."""
