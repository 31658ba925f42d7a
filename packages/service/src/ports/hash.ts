/** A one-way hash as text (SHA-256 in hexadecimal digits), of tokens and of commands. */
export type Hash = (text: string) => string;
