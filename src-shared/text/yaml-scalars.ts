import { stringify } from 'yaml';

interface ScalarContext {
  /** White space in front of the lines of a block. */
  readonly indent: string;
  /** Within brackets, where no block can stand. */
  readonly isFlow: boolean;
  readonly eol: string;
  readonly quoted: boolean;
}

/** A text as YAML: plain where that says the same, a block for several lines, else in quotes. */
export function scalarText(value: string, { indent, isFlow, eol, quoted }: ScalarContext): string {
  if (quoted) return JSON.stringify(value);
  if (value.includes('\n')) {
    if (isFlow) return JSON.stringify(value);
    return ['|-', ...value.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))].join(eol);
  }
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return plain.includes('\n') || (isFlow && /[,[\]{}]/.test(value)) ? JSON.stringify(value) : plain;
}

/** The same in the place of a text that is there: in its kind of quotes, and with the comment that its block has. */
export function scalarValue(before: string, value: string, context: ScalarContext): string {
  const isBlock = /^[|>]/.test(before);
  const comment = isBlock ? (/^[|>][-+\d]*([^\S\n\r]+#[^\n\r]*)/.exec(before)?.[1] ?? '') : '';
  const ownQuotes = before.startsWith('"') || (before.startsWith("'") && value.includes('\n'));
  const written = ownQuotes
    ? JSON.stringify(value)
    : before.startsWith("'")
      ? `'${value.replaceAll("'", "''")}'`
      : scalarText(value, context);
  const [first = '', ...rest] = written.split(context.eol);
  return [`${first}${comment}`, ...rest].join(context.eol);
}
