import { join } from 'node:path';
import { BrokenLine, type LineReader, type LoggedEvent } from './use-reader.ts';
import { asAmount, asList, asObject, asText, asTime } from './values.ts';

/**
 * Lines of `{time, session, query?, tool?, ok?, tokens?}`, and where they are known `client`, `ms` and `found`, the names that the query returned. A line with a
 * query and a tool is a search and the call after it.
 */
export const jsonlReader: LineReader = {
  form: 'lines',
  // Where a workspace may bring a log, as the demo does.
  places: ({ root }) => [join(root, 'use')],
  fileName: /\.(jsonl|ndjson)$/i,
  begin: () => (value) => {
    const line = asObject(value);
    const at = asTime(line?.time);
    const [session, tool, query] = [asText(line?.session), asText(line?.tool), asText(line?.query)];
    if (!line || at === null || session === null || (tool === null && query === null)) {
      throw new BrokenLine('A line needs time, session, and tool or query.');
    }
    const id = asText(line.id);
    const event = {
      ...{ session, at, client: asText(line.client), persona: null, skill: null, said: null, query: null, found: null },
      ok: typeof line.ok === 'boolean' ? line.ok : null,
      ms: asAmount(line.ms),
      tokens: asAmount(line.tokens),
    };
    const events: LoggedEvent[] = [];
    if (query !== null) {
      const found = Array.isArray(line.found) ? asList(line.found).flatMap((name) => asText(name) ?? []) : null;
      const own = tool === null ? event : { ...event, ok: null, ms: null, tokens: null };
      events.push({ ...own, id: id === null ? undefined : `${id}:search`, kind: 'search', query, found });
    }
    if (tool !== null) events.push({ ...event, id: id ?? undefined, kind: 'call', said: tool });
    return { events, outcomes: [] };
  },
};
