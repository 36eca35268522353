import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';

/**
 * A history as a caller who may use only these tools may go on with it: what names another tool is left out, call and result
 * together, and a search no longer found it (R18.04, R18.05). What searches, skills and errors said is gated as in a run of this
 * caller; results are the world's own words, and what the model and the user said is theirs. With `whole`, every call has a result and every result a call, as the
 * providers want it; a search that is missing is put before what it found, since that is what counts. Findings for the developer say
 * what was left out.
 */
export function permittedHistory(
  entries: readonly HistoryEntry[],
  {
    permits,
    gate,
    whole,
    report,
  }: {
    permits: (name: string) => boolean;
    gate: (text: string) => string;
    whole: boolean;
    report: (finding: Finding) => void;
  },
): HistoryEntry[] {
  const unknown = new Set<string>();
  const kept: HistoryEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'found') {
      const tools = entry.tools.filter(({ name }) => permits(name));
      for (const { name } of entry.tools) if (!permits(name)) unknown.add(name);
      kept.push(gatedSearch(entry, tools, gate));
    } else if ((entry.kind === 'call' || entry.kind === 'result') && !permits(entry.name)) unknown.add(entry.name);
    else if (entry.kind === 'result' && isOurWord(entry)) kept.push({ ...entry, text: gate(entry.text) });
    else kept.push(entry);
  }
  for (const name of [...unknown].sort()) {
    report(
      finding('history_tool_ignored', {
        message: `The history names ${name}, which is not in the catalog or not permitted; it is left out.`,
        path: name,
      }),
    );
  }
  return whole ? paired(kept, report) : kept;
}

/** A search that found these of its tools. Its kept text is used when nothing in it changes. */
function gatedSearch(
  entry: Extract<HistoryEntry, { kind: 'found' }>,
  permitted: Extract<HistoryEntry, { kind: 'found' }>['tools'],
  gate: (text: string) => string,
): HistoryEntry {
  const { text, error, ...rest } = entry;
  if (permitted.length === entry.tools.length && gate(JSON.stringify(entry)) === JSON.stringify(entry)) return entry;
  const tools = permitted.map((tool) => ({
    ...tool,
    ...(tool.description ? { description: gate(tool.description) } : {}),
  }));
  return { ...rest, tools, error: error && { ...error, message: error.message && gate(error.message) } };
}

/** Whether a result was said by us and not by the world: of a skill, or an error. */
function isOurWord({ name, text, is_error }: Extract<HistoryEntry, { kind: 'result' }>): boolean {
  return is_error || reservedToolNames.has(name) || text.startsWith('{"error":');
}

function paired(entries: readonly HistoryEntry[], report: (finding: Finding) => void): HistoryEntry[] {
  const idsOf = (...kinds: HistoryEntry['kind'][]) =>
    new Set(entries.flatMap((entry) => (kinds.includes(entry.kind) && 'call_id' in entry ? [entry.call_id] : [])));
  const results = idsOf('result');
  const calls = idsOf('call');
  const found = idsOf('found');
  const searches = idsOf('search');
  const result: HistoryEntry[] = [];
  for (const entry of entries) {
    // An empty text is refused, and says nothing.
    if ((entry.kind === 'user' || entry.kind === 'assistant') && entry.text === '') continue;
    const isOpen =
      (entry.kind === 'call' && !results.has(entry.call_id)) ||
      (entry.kind === 'result' && !calls.has(entry.call_id)) ||
      (entry.kind === 'search' && !found.has(entry.call_id));
    if (isOpen && 'call_id' in entry) {
      report(
        finding('history_call_left_out', {
          message: `The history has ${entry.kind === 'result' ? 'a result without its call' : 'a call without its result'}; it is left out.`,
          path: entry.call_id,
        }),
      );
      continue;
    }
    if (entry.kind === 'found' && !searches.has(entry.call_id)) {
      const query = entry.tools.map(({ name }) => name).join(' ');
      result.push({ kind: 'search', call_id: entry.call_id, args: { query } });
    }
    result.push(entry);
  }
  return result;
}
