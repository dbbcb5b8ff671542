"""Several servers (nodes) as one service: hints between nodes, users online at any node, and the nodes themselves."""
