"""The pictures of the manual and the README, made by one command: `./run pictures`."""
