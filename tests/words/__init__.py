"""The texts that people read, found in the code: `./run words`."""
