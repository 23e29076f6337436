"""From uses to findings."""
