const reports = new Map<string, unknown>();

/** How the checks went that were passed since the page was opened, by the id of the rules. */
export const passed = {
  add: (ruleset: string, report: unknown) => reports.set(ruleset, report),
  of: (ruleset: string): unknown => reports.get(ruleset),
  has: (ruleset: string): boolean => reports.has(ruleset),
};
