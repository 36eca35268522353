import type { UsageRecord } from '#shared/domain/usage.ts';
import { hideNamedSecrets } from '../../secrets/named-secrets.ts';

/** Characters of a name, of a query, and of what a call was given or gave; how many names a record lists. */
const most = { name: 500, query: 4000, value: 16_384, names: 100 } as const;

/** Characters that are looked through for secrets: a cut before that could leave half of one. */
const mostMasked = 4 * most.value;

/** The beginning of a text, whole characters only; `…` says that there was more. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** A record as it waits to be written: no larger than it needs to be, and without values where they are not asked for. */
export function boundedRecord(record: UsageRecord, keepsValues: boolean): UsageRecord {
  const error = record.error === null ? null : cut(record.error, most.name);
  switch (record.kind) {
    case 'list':
      return { ...record, error };
    case 'search':
      return { ...record, error, query: cut(record.query, 4 * most.query), hits: record.hits.slice(0, most.names) };
    case 'get':
      return { ...record, error, names: record.names.slice(0, most.names).map((name) => cut(name, 4 * most.name)) };
    case 'call': {
      const value = (text: string | null) => (keepsValues && text !== null ? text.slice(0, mostMasked) : null);
      return { ...record, error, arguments: value(record.arguments), result: value(record.result) };
    }
    default:
      return { ...record, error, name: cut(record.name, 4 * most.name) };
  }
}

/** The same with secrets hidden in what others wrote, cut to what is kept. */
export function maskedRecord(record: UsageRecord, mask: (text: string) => string): UsageRecord {
  switch (record.kind) {
    case 'search':
      return { ...record, query: cut(hideNamedSecrets(mask(record.query)), most.query) };
    case 'get':
      return { ...record, names: record.names.map((name) => cut(mask(name), most.name)) };
    case 'call': {
      const value = (text: string | null) => (text === null ? null : cut(mask(text), most.value));
      return { ...record, arguments: value(record.arguments), result: value(record.result) };
    }
    case 'resource':
    case 'prompt':
    case 'completion':
      return { ...record, name: cut(hideNamedSecrets(mask(record.name)), most.name) };
    default:
      return record;
  }
}
