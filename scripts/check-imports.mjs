/** Checks who imports whom. */
