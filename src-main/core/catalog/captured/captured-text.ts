import { type Finding, finding } from '#shared/domain/finding.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { LeftOutTool } from './captured-source.ts';
import { readRelaxedJson, valuesInARow } from './relaxed-json.ts';
import { refuseTooMany } from './tool-entries.ts';
import type { PlacedValue } from './tool-lists.ts';

/** The JSON values of a file, one of a document and many of lines or events, in the order in which they stand. */
export interface CapturedText {
  readonly values: readonly PlacedValue[];
  /** Whether each line is a value of its own, as in a `tools.jsonl`. */
  readonly isLines: boolean;
  /** Lines that are not JSON. */
  readonly broken: readonly LeftOutTool[];
  readonly findings: readonly Finding[];
}

/**
 * The JSON of a file: a document, lines, server-sent events, or a terminal's output with a document in it. Errors:
 * `invalid_json`; `TooManyEntries` for more lines than tools are read.
 */
export function readCapturedText(given: string, file: string): CapturedText {
  // Files are read without their byte-order mark; what was pasted may have one.
  const text = given.replace(/^\ufeff/, '');
  if (/^\s*(?:(?:event|id|retry|data):|:(?!\w))/.test(text)) return readEvents(text, file);
  if (looksLikeLines(text)) return readLines(text, file);
  if (!/\.(jsonl|ndjson)$/i.test(file)) return readDocument(text, file);
  return isDocument(text, file) ? readDocument(text, file) : readLines(text, file);
}

/** A `tools.jsonl`, whatever it is called. Errors: as `readCapturedText`. */
export function readJsonLines(text: string, file: string): CapturedText {
  return readLines(text.replace(/^\ufeff/, ''), file);
}

/** Whether a file whose ending says lines is one document over several of them. */
function isDocument(text: string, file: string): boolean {
  const [first = '', second] = text.split('\n', 1000).filter((line) => line.trim() !== '');
  if (second === undefined || isJson(first, file)) return false;
  return isJson(text, file);
}

function isJson(text: string, file: string): boolean {
  try {
    readRelaxedJson(text, file);
    return true;
  } catch (error) {
    if (isPegboardError(error)) return false;
    throw error;
  }
}

function looksLikeLines(text: string): boolean {
  const lines = text
    .trimStart()
    .split('\n', 3)
    .filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.slice(0, 2).every((line) => /^\s*\{.*\}\s*$/.test(line));
}

/** How many lines have something in them, without making them. */
function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at >= 0 && at < text.length; ) {
    const end = text.indexOf('\n', at);
    if (text.slice(at, end < 0 ? undefined : end).trim() !== '') count += 1;
    at = end < 0 ? -1 : end + 1;
  }
  return count;
}

function readLines(text: string, file: string): CapturedText {
  refuseTooMany(countLines(text));
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '');
  const parts = lines.map(({ line, number }) => ({ text: line, line: number, place: `line ${number}` }));
  return { ...readParts(parts, file), isLines: true };
}

interface TextPart {
  readonly text: string;
  readonly line: number;
  readonly place: string;
}

/** Reads each part by itself: a part that is not JSON does not affect the others. Error: `invalid_json` when no part is JSON. */
function readParts(parts: readonly TextPart[], file: string): CapturedText {
  const values: PlacedValue[] = [];
  const broken: LeftOutTool[] = [];
  const findings: Finding[] = [];
  let first: PegboardError | undefined;
  for (const { text, line, place } of parts) {
    try {
      const read = readRelaxedJson(text, file, line);
      values.push({ value: read.value, place });
      for (const one of read.findings) if (findings.length < 20) findings.push(one);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      first ??= error;
      const at = `${file}:${line}:`;
      const reason = error.message.startsWith(at) ? `column ${error.message.slice(at.length)}` : error.message;
      broken.push({ place, name: null, reason });
    }
  }
  if (values.length === 0 && first) throw first;
  return { values, isLines: false, broken, findings };
}

function readDocument(text: string, file: string): CapturedText {
  try {
    const { value, findings } = readRelaxedJson(text, file);
    return { values: [{ value, place: '' }], isLines: false, broken: [], findings };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return readSeveral(text, file) ?? readAmongOutput(text, file) ?? fail(error);
  }
}

function fail(error: PegboardError): never {
  throw error;
}

/** Documents that follow one another, as several answers appended to one file do. */
function readSeveral(text: string, file: string): CapturedText | null {
  const parts = valuesInARow(text);
  if (parts.length < 2) return null;
  return readParts(
    parts.map((part) => ({ ...part, place: `line ${part.line}` })),
    file,
  );
}

/** A document with lines of a program before or behind it: what a terminal shows of a command. */
function readAmongOutput(text: string, file: string): CapturedText | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /^\s*[{[]/.test(line));
  const last = lines.findLastIndex((line) => /[}\]]\s*$/.test(line));
  if (first < 0 || last < first || (first === 0 && last === lines.length - 1)) return null;
  const inner = lines.slice(first, last + 1).join('\n');
  if (inner.trim() === text.trim()) return null;
  const passedOver: Finding = finding('text_passed_over', {
    message: `Pegboard read lines ${first + 1} to ${last + 1}. The text around them is not JSON.`,
    path: file,
  });
  try {
    const read = looksLikeLines(inner)
      ? { ...readLines(inner, file), findings: [] }
      : {
          values: [{ value: readRelaxedJson(inner, file, first + 1).value, place: '' }],
          isLines: false,
          broken: [],
          findings: [],
        };
    return { ...read, findings: [passedOver] };
  } catch (error) {
    if (isPegboardError(error)) return null;
    throw error;
  }
}

/** Server-sent events of a streamable HTTP server: the data of each event; data that is not JSON is skipped. */
function readEvents(text: string, file: string): CapturedText {
  const parts: TextPart[] = [];
  let data: string[] = [];
  let start = 1;
  const end = () => {
    const whole = data.join('\n').trim();
    if (whole !== '' && whole !== '[DONE]') parts.push({ text: whole, line: start, place: `line ${start}` });
    data = [];
  };
  for (const [i, line] of text.split('\n').entries()) {
    const [, field, value = ''] = /^\s*(\w*):\s?(.*?)\r?$/.exec(line) ?? [];
    if (field === 'data') {
      if (data.length === 0) start = i + 1;
      data.push(value);
    } else if (line.trim() === '') end();
  }
  end();
  refuseTooMany(parts.length);
  const json = parts.filter((part) => /^[{[]/.test(part.text));
  if (json.length === 0) {
    throw new PegboardError('invalid_json', `${file} holds server-sent events without JSON in their data.`, {
      hint: 'Capture the answer to tools/list.',
      data: { file },
    });
  }
  return readParts(json, file);
}
