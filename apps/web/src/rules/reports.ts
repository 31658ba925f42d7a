/** The report of a passed check, and a note for the author. */
export type Passed = { readonly report: unknown; readonly note: string };

/** The checks passed since the page was loaded, by ruleset id. */
export const passed: Map<string, Passed> = new Map();
