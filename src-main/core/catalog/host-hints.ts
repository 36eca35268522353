import { hostHintKeys, mostResultChars } from '#shared/domain/host-hints.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** What the `_meta` of a captured tool asks of hosts, and how that differs from what its source wrote. */
export interface HostHints {
  /** The source asks that the tool is always loaded. */
  readonly alwaysLoad: boolean;
  readonly phrases: readonly string[];
  /** Characters of a result; null where the source does not say. */
  readonly maxResultChars: number | null;
  /** Keys whose value is of the wrong kind and has no effect. */
  readonly ignored: readonly string[];
  /** Keys whose value was read as another one, in words. */
  readonly converted: readonly string[];
}

/** Longest search hint that is read, and most phrases in it: one source must not fill the index of the others. */
const longestReadHint = 1_000;
const mostPhrases = 20;
/** Longest search hint that is written. */
const longestWrittenHint = 200;

const noHints: HostHints = { alwaysLoad: false, phrases: [], maxResultChars: null, ignored: [], converted: [] };

/** The hints in a tool's `_meta`. Pure; reads every value and refuses none. */
export function readHostHints(meta: unknown): HostHints {
  if (!isRecord(meta)) return noHints;
  const ignored: string[] = [];
  const converted: string[] = [];
  const given = (key: string) => (Object.hasOwn(meta, key) ? (meta[key] ?? undefined) : undefined);
  const always = given(hostHintKeys.alwaysLoad);
  if (always !== undefined && typeof always !== 'boolean') ignored.push(hostHintKeys.alwaysLoad);
  const hint = given(hostHintKeys.searchHint);
  if (hint !== undefined && typeof hint !== 'string') ignored.push(hostHintKeys.searchHint);
  const phrases = typeof hint === 'string' ? phrasesOf(hint, converted) : [];
  const limit = given(hostHintKeys.maxResultSizeChars);
  if (limit !== undefined && !isCount(limit)) ignored.push(hostHintKeys.maxResultSizeChars);
  if (isCount(limit) && limit > mostResultChars)
    converted.push(`its _meta["${hostHintKeys.maxResultSizeChars}"] is ${limit} and was read as ${mostResultChars}`);
  return {
    alwaysLoad: always === true,
    phrases,
    maxResultChars: isCount(limit) ? Math.min(limit, mostResultChars) : null,
    ignored,
    converted,
  };
}

function phrasesOf(hint: string, converted: string[]): readonly string[] {
  const all = hint.slice(0, longestReadHint).split(/[;\n]/).map(plain);
  const phrases = all.filter((phrase) => phrase !== '');
  if (hint.length > longestReadHint || phrases.length > mostPhrases) {
    const limits = `${longestReadHint} characters and ${mostPhrases} phrases`;
    converted.push(`its _meta["${hostHintKeys.searchHint}"] is longer than is read, which is ${limits}`);
  }
  return [...new Set(phrases)].slice(0, mostPhrases);
}

/**
 * The `_meta` of a tool for another host: what its source gave, with the hints of this workspace in place of those of the
 * source. `hints: 'limit'` writes the limit of results alone, for a list in which nothing is deferred by the host.
 */
export function withHostHints(tool: CatalogTool, hints: 'all' | 'limit'): Readonly<Record<string, unknown>> {
  const ours: readonly string[] = Object.values(hostHintKeys);
  const { _meta: given } = tool.extra;
  const others = isRecord(given) ? Object.entries(given).filter(([key]) => !ours.includes(key)) : [];
  const hint = hints === 'all' ? writtenHint([...tool.phrases, ...tool.hypothetical_queries]) : '';
  return {
    ...Object.fromEntries(others),
    ...(hints === 'all' && tool.mode === 'always' ? { [hostHintKeys.alwaysLoad]: true } : {}),
    ...(hint === '' ? {} : { [hostHintKeys.searchHint]: hint }),
    ...(tool.max_result_chars === undefined ? {} : { [hostHintKeys.maxResultSizeChars]: tool.max_result_chars }),
  };
}

/** Whole phrases, as many as fit; the beginning of the first one where not even that fits. */
function writtenHint(phrases: readonly string[]): string {
  const texts = [...new Set(phrases.map((phrase) => plain(phrase.replaceAll(';', ','))))].filter((text) => text !== '');
  let written = '';
  for (const text of texts) {
    const next = written === '' ? text : `${written}; ${text}`;
    if (next.length <= longestWrittenHint) written = next;
  }
  const [first = ''] = texts;
  return written === '' ? plain(first.slice(0, longestWrittenHint).replace(/[\uD800-\uDBFF]$/, '')) : written;
}

/** White space and characters that nobody sees become one space. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
