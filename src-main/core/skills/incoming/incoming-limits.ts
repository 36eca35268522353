/** What one import of skills takes at most. `bytes` is all files together. */
export const incomingLimits = { skills: 1_000, files: 8_000, bytes: 64 * 1024 * 1024, entries: 10_000 } as const;
