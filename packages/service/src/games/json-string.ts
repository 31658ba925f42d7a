const PLAIN = /^[\w @.:=+#^,-]*$/;

/** The same as `JSON.stringify` for a text. Most keys and moves need no escapes, and testing that is faster. */
export const jsonString = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
