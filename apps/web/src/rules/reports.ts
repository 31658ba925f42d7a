/** A check that was passed, and what else its author should know. */
export type Passed = { readonly report: unknown; readonly note: string };

/** The checks that were passed since the page was opened, by the id of the rules. */
export const passed: Map<string, Passed> = new Map();
