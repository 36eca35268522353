/** A value that must not be seen, and the variable that holds it; null for a token of a sign-in. */
export interface Secret {
  readonly name: string | null;
  readonly value: string;
}

/** Hides secrets in whatever leaves Pegboard: errors, logs, results, captured lists (architecture §7). */
export interface Masker {
  text(text: string): string;
  /** The same in every string of a value, keys included. */
  value<Value>(value: Value): Value;
}

/** Below this length a value says nothing, and hiding it would tear holes into ordinary words. */
const shortest = 6;
/** Values of variables that are settings or places, and no secrets. */
const harmless = /^(production|development|staging|verbose|warning|silent|[./~]{0,2}\/[^:@?]*|[A-Za-z]:\\.*)$/;
/** Tokens that betray themselves by how they start, whoever they belong to. */
const wellKnown =
  /\b(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|sk-[\w-]{16,}|xox[abprs]-[\w-]{10,}|glpat-[\w-]{16,}|AKIA[A-Z0-9]{16})\b/g;
const bearer = /\b(Bearer|Basic)\s+(?!\w+=")[\w+/=.~-]{6,}/gi;
const urlPassword = /(\w+:\/\/)[^\s/@:]*:[^\s/@]+@/g;

/**
 * A masker that puts `${env:NAME}` in place of each value, in plain text, URL-encoded, base64 and inside JSON; tokens that
 * betray themselves, and those of a sign-in, become `[hidden]`. `later` are secrets that may become more while it is used,
 * such as tokens that are renewed.
 */
export function createMasker(secrets: readonly Secret[], later: () => readonly Secret[] = () => []): Masker {
  let known: readonly Secret[] = [];
  let replacements: readonly Replacement[] = [];
  const text = (given: string): string => {
    const all = [...secrets, ...later()];
    if (all.length !== known.length) {
      known = all;
      replacements = all.flatMap(formsOf).sort((a, b) => b.form.length - a.form.length);
    }
    let masked = given;
    for (const { form, shown } of replacements) masked = masked.replaceAll(form, shown);
    return masked
      .replace(wellKnown, '[hidden]')
      .replace(bearer, (found, scheme: string) => (found.includes('${env:') ? found : `${scheme} [hidden]`))
      .replace(urlPassword, (found, scheme: string) => (found.includes('${env:') ? found : `${scheme}[hidden]@`));
  };
  return { text, value: <Value>(value: Value) => masked(value, text) as Value };
}

/** Whether a value needs hiding at all. */
export function isHideable(value: string): boolean {
  return value.length >= shortest && !harmless.test(value);
}

interface Replacement {
  readonly form: string;
  readonly shown: string;
}

function formsOf({ name, value }: Secret): Replacement[] {
  if (!isHideable(value)) return [];
  const forms = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  forms.add(Buffer.from(value).toString('base64'));
  // What follows a scheme is the secret part: "Bearer abc" must also hide a bare "abc".
  const [, rest] = /^\w+\s+(\S+)$/.exec(value) ?? [];
  if (rest !== undefined && rest.length >= shortest) forms.add(rest);
  const shown = name === null ? '[hidden]' : `\${env:${name}}`;
  return [...forms].map((form) => ({ form, shown }));
}

function masked(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), masked(member, text)]));
}
