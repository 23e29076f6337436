"""What a torch_xla on disk really holds, read from its files without importing it.

``bindings`` reads one file, ``library`` a whole package (re-exports, star imports, submodules and names that a
loop registers followed), ``replacements`` lists what the catalogue offers and says gone, ``verify`` compares
the two, and ``live`` is the one part that imports torch_xla.
"""
