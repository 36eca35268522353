/** Longest texts, UTF-16 units, and lists of one skill. */
export const skillLimits = { line: 500, text: 20_000, entries: 500, entry: 20_000, body: 500_000 } as const;
