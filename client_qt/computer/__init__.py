"""Computer players in the window: engines that play at local tables, and an engine that suggests moves."""
