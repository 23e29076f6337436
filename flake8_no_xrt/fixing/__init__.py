"""From findings to edits that leave a sound file, or to the reason why there are none."""
