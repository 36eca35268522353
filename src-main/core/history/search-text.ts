/** What a search looked for, in words, whoever made it: ours and bm25 say query, regex says pattern, OpenAI says paths. */
export function searchText(args: Readonly<Record<string, unknown>>): string {
  const { query, pattern, paths } = args;
  if (typeof query === 'string') return query;
  if (typeof pattern === 'string') return pattern;
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string').join(' ') : '';
}
