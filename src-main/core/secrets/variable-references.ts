/** `${env:NAME}`, wherever it stands in a text. */
const pattern = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** How a connection names a value that it does not hold (architecture §4). */
export function referenceTo(variable: string): string {
  return `\${env:${variable}}`;
}

/** Whether a text is made of references and nothing else but a scheme before them: `Bearer ${env:TOKEN}`. */
export function isReference(text: string): boolean {
  const rest = text.replace(pattern, '');
  return rest !== text && /^(?:(?:Bearer|Basic|Token|Digest|ApiKey)\s+)?$/i.test(rest);
}

/** The text with something else in place of each reference. */
export function replaceReferences(text: string, replacement: (name: string, offset: number) => string): string {
  return text.replace(pattern, (_whole, name: string, offset: number) => replacement(name, offset));
}

/** The variables that a text refers to, each once, in their order. */
export function referredVariables(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

/** Any text as the name of an environment variable: upper case, `_` for what it cannot hold. */
export function variableName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `VALUE_${name}`;
}
