"""What is known of torch_xla: releases, names, advice, codes."""
