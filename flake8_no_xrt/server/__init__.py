"""The language server: what the command says about files, said about the buffers of an editor."""
