import { type Finding, type FindingCode, finding } from '#shared/domain/finding.ts';
import { isRecord, type PlacedValues } from '#shared/text/values.ts';

/** Told of everything that is wrong. `at` is the path of keys in the file. */
export type Say = (code: FindingCode, at: readonly PropertyKey[], message: string, hint?: string) => void;

/** A collector of findings about one file. `path` is the full path of the file. */
export function sayAbout(path: string, values: PlacedValues | null, findings: Finding[]): Say {
  return (code, at, message, hint) => {
    const start = values?.placeOf(at);
    findings.push(
      finding(code, {
        message,
        path,
        ...(start === undefined ? {} : { range: { start } }),
        ...(hint === undefined ? {} : { hint }),
      }),
    );
  };
}

/**
 * The fields of one object in a file of a plugin. A field of the wrong kind is a finding and reads as missing; `wrong` counts
 * them. What nobody asked for is named by `others`.
 */
export class PluginFields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();
  readonly #count: { wrong: number };
  readonly at: readonly PropertyKey[];
  readonly say: Say;

  constructor(
    record: Readonly<Record<string, unknown>>,
    at: readonly PropertyKey[],
    say: Say,
    count: { wrong: number } = { wrong: 0 },
  ) {
    this.#record = record;
    this.at = at;
    this.say = say;
    this.#count = count;
  }

  /** Fields of the wrong kind, those of objects inside counted too. */
  get wrong(): number {
    return this.#count.wrong;
  }

  /** The value of a key as it is; undefined where the object itself does not have it. */
  raw(key: string): unknown {
    this.#asked.add(key);
    return Object.hasOwn(this.#record, key) ? this.#record[key] : undefined;
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  text(key: string): string | null {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'string') return value ?? null;
    this.refuse(key, 'text');
    return null;
  }

  texts(key: string): readonly string[] {
    const value = this.raw(key);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    this.refuse(key, 'a list of texts');
    return [];
  }

  /** Names with texts. A key such as `__proto__` is a name like any other. */
  textMap(key: string): Readonly<Record<string, string>> {
    const value = this.raw(key);
    if (value === undefined) return {};
    if (isRecord(value) && Object.values(value).every((one) => typeof one === 'string')) {
      return value as Record<string, string>;
    }
    this.refuse(key, 'names with texts');
    return {};
  }

  /** The fields of an object; null where there is none. */
  object(key: string): PluginFields | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (isRecord(value)) return new PluginFields(value, [...this.at, key], this.say, this.#count);
    this.refuse(key, 'an object');
    return null;
  }

  /** Keys that nobody asked for. */
  others(): string[] {
    return Object.keys(this.#record).filter((key) => !this.#asked.has(key));
  }

  refuse(key: string, expected: string): void {
    this.fail([key], `${[...this.at, key].join('.')} must be ${expected}.`);
  }

  /** A fault that makes the object as a whole invalid, where its form is that strict. */
  fail(key: readonly PropertyKey[], message: string): void {
    this.#count.wrong++;
    this.say('plugin_field', [...this.at, ...key], message);
  }
}
