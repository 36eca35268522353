import { type Finding, finding } from '#shared/domain/finding.ts';
import type { FoundTool, HistoryEntry } from '#shared/domain/history.ts';

/** The name in the catalog for a sent one; `namespace` where the wire has one. Unknown names stay as they are. */
export type ToCatalogName = (sent: { readonly name: string; readonly namespace: string | null }) => string;

/** Names of the search tool as a function; searches of the providers have types of their own. */
const searchNames: ReadonlySet<string> = new Set([
  'tool_search',
  'pai_tool_search_tool',
  'tool_search_tool_bm25',
  'tool_search_tool_regex',
]);

/** Collects the entries of one history; knows which calls wait for their result. */
export class HistoryReader {
  readonly entries: HistoryEntry[] = [];
  readonly findings: Finding[] = [];
  readonly #path: string;
  readonly #toName: ToCatalogName;
  readonly #calls = new Map<string, string | null>();
  #ids = 0;

  constructor(path: string, toName: ToCatalogName) {
    this.#path = path;
    this.#toName = toName;
  }

  text(kind: 'user' | 'assistant', text: string): undefined {
    this.entries.push({ kind, text });
  }

  /** A call by its sent name; one of a search tool is a search. `text` is the reply as the model wrote it. */
  call(call: {
    id: string;
    name: string;
    namespace?: string | null;
    args: Record<string, unknown>;
    text?: string;
  }): undefined {
    const { id, name, namespace = null, args, text } = call;
    const raw = text === undefined ? {} : { text };
    if (searchNames.has(name)) {
      this.#calls.set(id, null);
      this.entries.push({ kind: 'search', call_id: id, args, ...raw });
      return;
    }
    const known = this.#toName({ name, namespace });
    this.#calls.set(id, known);
    this.entries.push({ kind: 'call', call_id: id, name: known, args, ...raw });
  }

  /** The result of a call, as the model read it. A result of a search counts as found tools, wherever it is (R18.02). */
  result(id: string, text: string, at: string, { isError = false, raw = false } = {}): undefined {
    const name = this.#calls.get(id);
    if (name === undefined) {
      this.skip(at, `no earlier call has the id ${JSON.stringify(id)}`);
    } else if (name !== null) {
      this.entries.push({ kind: 'result', call_id: id, name, text, is_error: isError });
    } else this.#searchReturn(id, text, at, raw);
  }

  /** What a search found, by sent names. */
  found(id: string, tools: readonly FoundTool[], text?: string): undefined {
    this.entries.push({
      kind: 'found',
      call_id: id,
      tools: [...tools],
      error: null,
      ...(text === undefined ? {} : { text }),
    });
  }

  failedSearch(id: string, error: { code: string; message: string | null }): undefined {
    this.entries.push({ kind: 'found', call_id: id, tools: [], error });
  }

  nameOf(name: string, namespace: string | null = null): string {
    return this.#toName({ name, namespace });
  }

  newId(): string {
    this.#ids += 1;
    return `call_${this.#ids}`;
  }

  /** R18.06: nothing is thrown for a malformed message, and nothing is silent. */
  skip(at: string, why: string): undefined {
    this.findings.push(
      finding('history_entry_skipped', { message: `${at === '' ? 'The history' : at}: ${why}.`, path: this.#path }),
    );
  }

  /** Something that a provider keeps for itself, such as its model's thoughts. */
  notCarried(at: string, what: string): undefined {
    this.findings.push(
      finding('history_entry_not_carried', {
        message: `${at}: ${what} is left out; it means something to its own provider only.`,
        path: this.#path,
      }),
    );
  }

  #searchReturn(id: string, text: string, at: string, raw: boolean): undefined {
    const value = asRecord(jsonOf(text));
    const content = asRecord(value?.result) ?? value;
    const error = asRecord(content?.error);
    if (error) {
      const message = typeof error.message === 'string' ? error.message : null;
      this.entries.push({
        kind: 'found',
        call_id: id,
        tools: [],
        error: { code: typeof error.code === 'string' ? error.code : 'unavailable', message },
        ...(raw ? { text } : {}),
      });
      return;
    }
    if (!Array.isArray(content?.tools)) return this.skip(at, 'the result of the search has no list of tools');
    this.found(id, this.#foundTools(content.tools, at), raw ? text : undefined);
  }

  #foundTools(tools: readonly unknown[], at: string): FoundTool[] {
    return tools.flatMap((tool, i) => {
      const record = asRecord(tool);
      if (typeof record?.name !== 'string') {
        this.skip(`${at}.tools[${i}]`, 'it has no name');
        return [];
      }
      const { description } = record;
      return [{ name: this.nameOf(record.name), ...(typeof description === 'string' ? { description } : {}) }];
    });
  }
}

/** A value as an object; null when it is not an object. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A text as JSON; undefined when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
