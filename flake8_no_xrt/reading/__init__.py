"""From a tree to uses with reach."""
