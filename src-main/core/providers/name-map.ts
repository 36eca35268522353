import { type Finding, finding } from '#shared/domain/finding.ts';
import { nameHash } from '../catalog/name-spellings.ts';

/** What an API allows as a name: letters, digits, `_` and `-`, and names it keeps for itself. */
export interface NameRule {
  readonly maximumLength: number;
  readonly reserved: ReadonlySet<string>;
}

/** Names as they are sent and back: each sent name stands for one name. */
export interface NameMap {
  sentOf(name: string): string;
  /** The name behind a sent one; undefined when there is none. */
  nameOf(sent: string): string | undefined;
  readonly findings: readonly Finding[];
}

/** Longest hash, characters; two names that agree in that many are one name. */
const hashLength = 32;

/**
 * Maps names to what an API allows. An allowed name stays; dots become `__`, and any other name keeps its letters and gets a
 * hash of itself. So a name is sent the same whatever tools there are beside it, unless what it would be is another tool's
 * name: then the finding `payload_name_collision` says so, and the allowed one keeps it.
 */
export function createNameMap(names: Iterable<string>, rule: NameRule): NameMap {
  const sent = new Map<string, string>();
  const back = new Map<string, string>();
  const findings: Finding[] = [];
  const take = (name: string, as: string) => {
    sent.set(name, as);
    back.set(as, name);
  };
  const sorted = [...new Set(names)].sort();
  const forbidden = sorted.filter((name) => !isAllowed(name, rule));
  for (const name of sorted) if (isAllowed(name, rule)) take(name, name);
  for (const name of forbidden) {
    const wanted = readable(name, rule) ?? hashed(name, 8, rule);
    if (!back.has(wanted)) {
      take(name, wanted);
      continue;
    }
    let length = 8;
    while (back.has(hashed(name, length, rule)) && length < hashLength) length += 4;
    take(name, hashed(name, length, rule));
    findings.push(
      finding('payload_name_collision', {
        message: `The name ${wanted} already stands for ${back.get(wanted)}, so ${name} is sent as ${sent.get(name)}.`,
        path: name,
        hint: 'Rename one of the two, or rename its source.',
      }),
    );
  }
  return {
    sentOf: (name) => sent.get(name) ?? readable(name, rule) ?? hashed(name, 8, rule),
    nameOf: (given) => back.get(given),
    findings,
  };
}

function isAllowed(name: string, { maximumLength, reserved }: NameRule): boolean {
  return /^[a-zA-Z0-9_-]+$/.test(name) && name.length <= maximumLength && !reserved.has(name);
}

/** `a.b` as `a__b`, where that can be read back; null where it cannot, or is not allowed. */
function readable(name: string, rule: NameRule): string | null {
  const text = name.replaceAll('.', '__');
  if (text.replaceAll('__', '.') !== name) return null;
  return isAllowed(text, rule) ? text : null;
}

function hashed(name: string, length: number, { maximumLength }: NameRule): string {
  const letters = name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, maximumLength - length - 1);
  return `${letters}_${nameHash(name, length)}`;
}
