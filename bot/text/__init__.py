"""Every word a person reads, through message catalogues."""
