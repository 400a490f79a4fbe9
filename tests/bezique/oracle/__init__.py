"""A second, slow and plain referee, and random deals on which the engine is held against it."""
