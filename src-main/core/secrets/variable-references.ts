import { hasKnownToken } from './known-tokens.ts';
import { looksLikeKey, looksRandom, namesSecret } from './secret-names.ts';

/** `${env:NAME}` and `${env:NAME:-default}`, wherever they are in a text. */
const pattern = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)(?::-([^{}"]*))?\}/g;

/** How a connection names a value that it does not hold. `fallback` counts where the variable is not set. */
export function referenceTo(variable: string, fallback?: string): string {
  return fallback === undefined ? `\${env:${variable}}` : `\${env:${variable}:-${fallback}}`;
}

/**
 * Whether a value may be in a connection as the default of a variable: it is not a secret, as far as it and the name tell, and
 * has no sign that would mean something else there.
 */
export function isPlainDefault(variable: string, value: string): boolean {
  if (value === '') return true;
  if (!/^@?[\w.,:/\\+~=%-]{1,200}$/.test(value) || namesSecret(variable)) return false;
  return !hasKnownToken(value) && !looksLikeKey(value) && !looksRandom(value);
}

/** Whether a text is made of references and nothing else but a scheme before them: `Bearer ${env:TOKEN}`. */
export function isReference(text: string): boolean {
  const rest = text.replace(pattern, (whole, name: string, fallback?: string) =>
    fallback === undefined || isPlainDefault(name, fallback) ? '' : whole,
  );
  return rest !== text && /^(?:(?:Bearer|Basic|Token|Digest|ApiKey)\s+)?$/i.test(rest);
}

/** A reference in a text: the variable, where it stands, and its default. */
export interface Reference {
  readonly name: string;
  readonly offset: number;
  readonly fallback: string | undefined;
}

/** The text with a replacement for each reference. */
export function replaceReferences(text: string, replacement: (reference: Reference) => string): string {
  return text.replace(pattern, (_whole, name: string, fallback: string | undefined, offset: number) =>
    replacement({ name, offset, fallback }),
  );
}

/** The variables that a text refers to, each once, in their order. */
export function referredVariables(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

/** Those of them that have no default somewhere, so that they must be set. */
export function neededVariables(text: string): string[] {
  const without = [...text.matchAll(pattern)].filter(([, , fallback]) => fallback === undefined);
  return [...new Set(without.map(([, name = '']) => name))];
}

/** Any text as the name of an environment variable: upper case, `_` for what it cannot hold. */
export function variableName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `VALUE_${name}`;
}
