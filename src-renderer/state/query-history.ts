const longestHistory = 20;

/**
 * The history with this query at its front. A query said again moves up; one that only continues the last entry (or is its
 * beginning) takes its place, so that typing with pauses leaves one entry and not five. Blank queries are not kept.
 */
export function rememberQuery(history: readonly string[], query: string): readonly string[] {
  const text = query.trim();
  if (text === '' || history[0] === text) return history;
  const [last, ...older] = history;
  const isSameThought = last !== undefined && (text.startsWith(last) || last.startsWith(text));
  const kept = isSameThought ? older : history;
  return [text, ...kept.filter((entry) => entry !== text)].slice(0, longestHistory);
}
