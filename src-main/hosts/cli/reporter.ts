import { styleText } from 'node:util';
import type { Finding } from '#shared/domain/finding.ts';
import { type ErrorValue, errorTable } from '#shared/errors.ts';
import { joinedSentences } from '#shared/text/joined-sentences.ts';
import type { CliIo } from './cli-io.ts';
import { plainText } from './plain-text.ts';

export type OutputFormat = 'human' | 'json';

/** Writes results to stdout and diagnostics to stderr, for people or for programs. */
export class Reporter {
  readonly format: OutputFormat;
  readonly #io: CliIo;
  readonly #colours: boolean;

  constructor(io: CliIo, format: OutputFormat) {
    this.#io = io;
    this.format = format;
    this.#colours = format === 'human' && io.stdout.isTty && !io.env.NO_COLOR;
  }

  /** The result of a command: one object whose schema is named, or its text for people. */
  result(schema: string, value: Record<string, unknown>, human: () => string): void {
    const text = this.format === 'json' ? JSON.stringify({ schema: `pegboard.${schema}`, ...value }) : human();
    if (text !== '') this.#io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  error(error: ErrorValue): void {
    if (this.format === 'json') {
      this.#io.stderr.write(`${JSON.stringify({ schema: 'pegboard.error/1', ...error })}\n`);
      return;
    }
    const lines = { lines: true };
    this.#io.stderr.write(
      `${this.paint('red', `${errorTable[error.code].title}.`)} ${plainText(error.message, lines)}\n`,
    );
    for (const line of error.hint?.split('\n') ?? []) this.#io.stderr.write(`  ${plainText(line)}\n`);
    const stderr = error.data?.stderr;
    if (typeof stderr !== 'string') return;
    this.#io.stderr.write(`  stderr of the server:\n${plainText(stderr, lines).replace(/^/gm, '    ')}\n`);
  }

  findings(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (this.format === 'json') {
        this.#io.stderr.write(`${JSON.stringify({ schema: 'pegboard.finding/1', ...finding })}\n`);
      } else {
        this.#io.stderr.write(`${plainText(describeFinding(finding))}\n`);
      }
    }
  }

  /** A line of progress or advice, for people only. */
  note(text: string): void {
    if (this.format === 'human') this.#io.stderr.write(`${text}\n`);
  }

  paint(style: 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', text: string): string {
    return this.#colours ? styleText(style, text, { validateStream: false }) : text;
  }
}

function describeFinding({ severity, message, path, range, hint }: Finding): string {
  const place = range ? `${path}:${range.start.line}:${range.start.column}: ` : path ? `${path}: ` : '';
  return `${severity}: ${place}${joinedSentences(message, hint)}`;
}

/** Rows as columns that line up, in plain text; numbers (by the mask) to the right. */
export function table(given: readonly (readonly string[])[], rightAligned: readonly boolean[] = []): string {
  const rows = given.map((row) => row.map((cell) => plainText(cell)));
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => (rightAligned[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The first line of a text, cut to a width. */
export function excerpt(text: string, width: number): string {
  // A description may have a megabyte: look at its beginning only.
  const line = plainText(
    text
      .slice(0, width * 10)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return line.length <= width ? line : `${line.slice(0, Math.max(width - 1, 0))}…`;
}

/** Three decimals; a number too small for them in full, since a word in most tools has an idf of 1e-6 and still counts. */
export function figure(value: number): string {
  return value !== 0 && Math.abs(value) < 0.001 ? value.toPrecision(3) : value.toFixed(3);
}
