/** A one-way hash (SHA-256 in hexadecimal digits) for tokens and commands. */
export type Hash = (text: string) => string;
