import { createScanner } from 'jsonc-parser';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { parseJson, positionAt } from '#shared/text/parse-json.ts';
import { parseExact } from './number-texts.ts';

/** Tokens of jsonc-parser, whose own names for them exist for its compiler only. */
const tokens = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
};

const hint = 'Pegboard reads JSON: a tools/list result, an OpenAI or Anthropic tools array, or a tools.jsonl.';

/** A JSON value with what reading it changed. */
export interface ReadJson {
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * JSON as people and programs write it: comments, trailing commas, NaN and Infinity are read and told. `firstLine` is the
 * line at which the text starts in its file. Error: `invalid_json` with line and column.
 */
export function readRelaxedJson(text: string, file: string, firstLine = 1): ReadJson {
  const exact = tryExact(text);
  if (exact) return { value: exact.value, findings: numberFindings(exact.changed, file) };
  const { edits, odd, hasComments } = relaxations(text);
  // The parser that knows lines and columns reports every other mistake.
  const strict = applied(text, edits);
  const relaxed = edits.length > 0 ? tryExact(strict) : null;
  if (!relaxed) return { value: parseJson(strict, file, { firstLine, hint }), findings: [] };
  const findings = numberFindings(relaxed.changed, file);
  if (hasComments) findings.push(commentsFinding(file));
  if (odd.length > 0) findings.push(notNumbersFinding(text, odd, { file, firstLine }));
  return { value: relaxed.value, findings };
}

/** The texts of the values that follow one another in a text, as several answers written to one file do. */
export function valuesInARow(text: string): { readonly text: string; readonly line: number }[] {
  const scanner = createScanner(text, true);
  const values: { text: string; line: number }[] = [];
  let depth = 0;
  let start = 0;
  let line = 1;
  for (let token: number = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    const opens = token === tokens.openBrace || token === tokens.openBracket;
    const closes = token === tokens.closeBrace || token === tokens.closeBracket;
    if (opens && depth === 0) {
      start = scanner.getTokenOffset();
      line = scanner.getTokenStartLine() + 1;
    } else if (depth === 0 || (closes && depth === 0)) return [];
    if (opens) depth += 1;
    if (closes) depth -= 1;
    if (closes && depth === 0) {
      values.push({ text: text.slice(start, scanner.getTokenOffset() + 1), line });
      if (values.length > 10_000) return [];
    }
  }
  return depth === 0 ? values : [];
}

function tryExact(text: string): ReturnType<typeof parseExact> | null {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** What must change for a text to be strict JSON. */
function relaxations(text: string): { edits: Edit[]; odd: Edit[]; hasComments: boolean } {
  const scanner = createScanner(text, false);
  const edits: Edit[] = [];
  const odd: Edit[] = [];
  let comma: Edit | null = null;
  let minus: number | null = null;
  let hasComments = false;
  for (let token: number = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    const [offset, length] = [scanner.getTokenOffset(), scanner.getTokenLength()];
    if (token === tokens.lineComment || token === tokens.blockComment) {
      edits.push({ offset, length, text: '' });
      hasComments = true;
    } else if (token === tokens.comma) {
      comma = { offset, length: 1, text: '' };
    } else if (token !== tokens.space && token !== tokens.lineBreak) {
      const closes = token === tokens.closeBrace || token === tokens.closeBracket;
      if (closes && comma) {
        edits.push(comma);
        hasComments = true;
      }
      comma = null;
      const word = token === tokens.unknown ? text.slice(offset, offset + length) : '';
      if (word === 'NaN' || word === 'Infinity') {
        const from: number = minus ?? offset;
        const edit = { offset: from, length: offset + length - from, text: 'null' };
        edits.push(edit);
        odd.push(edit);
      }
      minus = word === '-' ? offset : null;
    }
  }
  return { edits, odd, hasComments };
}

function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { offset, length, text: replacement } of edits.toSorted((a, b) => a.offset - b.offset)) {
    // Line breaks of a comment stay, so that a later mistake is reported with its own line.
    const kept = replacement === '' ? text.slice(offset, offset + length).replace(/[^\n]/g, ' ') : replacement;
    pieces.push(text.slice(at, offset), kept);
    at = offset + length;
  }
  return [...pieces, text.slice(at)].join('');
}

function commentsFinding(file: string): Finding {
  return finding('json_relaxed', {
    message: 'The file has comments or trailing commas, which JSON does not allow. Pegboard read past them.',
    path: file,
  });
}

function notNumbersFinding(
  text: string,
  odd: readonly Edit[],
  { file, firstLine }: { file: string; firstLine: number },
): Finding {
  const shown = odd.slice(0, 5).map(({ offset, length }) => {
    const { line, column } = positionAt(text, offset);
    return `${text.slice(offset, offset + length)} at ${line + firstLine - 1}:${column}`;
  });
  const more = odd.length > shown.length ? ` and ${odd.length - shown.length} more` : '';
  return finding('number_changed', {
    message: `JSON cannot represent these numbers, so Pegboard read them as null: ${shown.join(', ')}${more}.`,
    path: file,
    hint: 'Python writes them unless json.dumps is called with allow_nan=False.',
  });
}

function numberFindings(changed: ReturnType<typeof parseExact>['changed'], file: string): Finding[] {
  if (changed.length === 0) return [];
  const shown = changed.slice(0, 5).map(({ key, text, readAs }) => `${key}: ${text.slice(0, 40)} as ${readAs}`);
  const more = changed.length > shown.length ? ', …' : '';
  return [
    finding('number_changed', {
      message: `The copy keeps these numbers as they are, but Pegboard computes with the nearest numbers that it can represent: ${shown.join(', ')}${more}.`,
      path: file,
      hint: 'Requests carry the nearest number too. Write a smaller number in the source if that matters.',
    }),
  ];
}
