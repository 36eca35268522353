/** How long the session with a live server stays open without a use, where Pegboard itself stays; milliseconds. */
export const sessionIdleMs = 10 * 60_000;
