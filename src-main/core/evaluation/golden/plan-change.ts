import { applyEdits, modify } from 'jsonc-parser';
import { defaultGoldenFile, type GoldenChange, type LineSwap } from '#shared/domain/golden-query.ts';
import { PegboardError } from '#shared/errors.ts';
import { distinctGroups, type RelevantGroups } from '../metrics.ts';
import { type EvalQuery, readEvalLines } from '../read-eval-set.ts';
import { bare, linesOf } from './swap-line.ts';

/** A golden file as it says now. */
export interface GoldenText {
  readonly path: string;
  readonly text: string;
}

/** What a change writes, and the line it is about. `to` equal to `from` means that nothing has to be. */
export interface PlannedChange {
  readonly line: number;
  readonly done: 'added' | 'changed' | 'removed' | 'unchanged';
  readonly swap: LineSwap;
}

/** A query where it stands, with its line as it is written. */
interface Found extends EvalQuery {
  readonly file: string;
  /** The line without its line end; and the line end. */
  readonly text: string;
  readonly ending: string;
}

/** What a change means for the files as they say now. Error: `file_changed` when the query it means is gone. */
export function planChange(files: readonly GoldenText[], change: GoldenChange): PlannedChange {
  switch (change.type) {
    case 'add':
      return planAdd(files, change);
    case 'set': {
      const found = seen(files, change);
      return rewrite(found, change);
    }
    case 'remove':
      return remove(seen(files, change));
    case 'unmark':
      return planUnmark(files, change);
  }
}

function planAdd(
  files: readonly GoldenText[],
  { file, query, relevant: given }: Extract<GoldenChange, { type: 'add' }>,
): PlannedChange {
  const relevant = distinctGroups(given);
  const among = file === undefined ? files : files.filter(({ path }) => path === file);
  const [known] = asked(among, query);
  if (known) {
    const names = new Set(known.relevant.flat());
    const more = relevant.filter((group) => !group.some((name) => names.has(name)));
    return rewrite(known, { query: known.query, relevant: [...known.relevant, ...more] });
  }
  const target = file ?? (files.find(({ path }) => path === defaultGoldenFile) ?? files[0])?.path ?? defaultGoldenFile;
  const text = files.find(({ path }) => path === target)?.text ?? '';
  const lines = linesOf(text);
  const line = lines.length + 1;
  const [last = '', eol] = [lines.at(-1), text.includes('\r\n') ? '\r\n' : '\n'];
  const added = goldenLine(query, relevant);
  if (last === '' || last.endsWith('\n')) {
    return { done: 'added', line, swap: { file: target, line, from: '', to: added + eol } };
  }
  // The last line had no end: it gets one, and the new one does not.
  return { done: 'added', line, swap: { file: target, line: line - 1, from: last, to: last + eol + added } };
}

function planUnmark(
  files: readonly GoldenText[],
  { query, tool }: Extract<GoldenChange, { type: 'unmark' }>,
): PlannedChange {
  const known = asked(files, query).find(({ relevant }) => relevant.flat().includes(tool));
  if (!known) {
    throw new PegboardError('file_changed', `"${tool}" is no longer an expected result of this query.`, {
      hint: 'Nothing was written.',
    });
  }
  const relevant = known.relevant
    .map((group) => group.filter((name) => name !== tool))
    .filter((group) => group.length > 0);
  return relevant.length === 0 ? remove(known) : rewrite(known, { query: known.query, relevant });
}

function rewrite(found: Found, golden: { query: string; relevant: RelevantGroups }): PlannedChange {
  const isSame = found.query === golden.query && JSON.stringify(found.relevant) === JSON.stringify(golden.relevant);
  const { file, line, text, ending } = found;
  const to = isSame ? text : withGolden(text, golden);
  return { done: isSame ? 'unchanged' : 'changed', line, swap: { file, line, from: text + ending, to: to + ending } };
}

function remove({ file, line, text, ending }: Found): PlannedChange {
  return { done: 'removed', line, swap: { file, line, from: text + ending, to: '' } };
}

/** The lines that ask this, whatever the spaces around. */
function asked(files: readonly GoldenText[], query: string): Found[] {
  return files.flatMap(allIn).filter((found) => found.query.trim() === query.trim());
}

/** The query somebody saw in a line; where lines were put in above, it is found by what it asks. */
function seen(files: readonly GoldenText[], { file, line, was }: { file: string; line: number; was: string }): Found {
  const same = files
    .filter(({ path }) => path === file)
    .flatMap(allIn)
    .filter(({ query }) => query === was);
  const found = same.find((one) => one.line === line) ?? (same.length === 1 ? same[0] : undefined);
  if (found) return found;
  throw new PegboardError('file_changed', `${file}:${line}: this line has another query now; nothing was written.`, {
    hint: 'Look at the current list, then try again.',
    data: { file, line },
  });
}

function allIn({ path, text }: GoldenText): Found[] {
  const lines = linesOf(text);
  return readEvalLines(text, path).queries.map((query) => {
    const line = lines[query.line - 1] ?? '';
    return { ...query, file: path, text: bare(line), ending: line.slice(bare(line).length) };
  });
}

/** A new line of a golden file. */
function goldenLine(query: string, relevant: RelevantGroups): string {
  return JSON.stringify({ query, ...answersOf(relevant) });
}

/** A line with another query or other right answers: its other keys, their order and the spaces around them stay. */
function withGolden(line: string, { query, relevant }: { query: string; relevant: RelevantGroups }): string {
  const before = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const isGrouped = before.relevant_groups !== undefined;
  const answers = isGrouped ? { relevant_groups: relevant } : answersOf(relevant);
  const wanted: Readonly<Record<string, unknown>> = {
    ...(before.query === query ? {} : { query }),
    ...answers,
    ...(!isGrouped && 'relevant_groups' in answers ? { relevant: undefined } : {}),
  };
  return Object.entries(wanted).reduce((text, [key, value]) => withValue(text, key, before[key], value), line);
}

/** Tools that are all wanted are `relevant`; only equally right ones need groups. */
function answersOf(relevant: RelevantGroups): Record<string, unknown> {
  const areSingle = relevant.every((group) => group.length === 1);
  return areSingle ? { relevant: relevant.map(([name]) => name) } : { relevant_groups: relevant };
}

function withValue(text: string, key: string, before: unknown, value: unknown): string {
  if (Array.isArray(before) && Array.isArray(value) && startsWith(value, before)) {
    return value.slice(before.length).reduce<string>((appended, item, i) => {
      const edits = modify(appended, [key, before.length + i], item, { isArrayInsertion: true });
      return applyEdits(appended, edits);
    }, text);
  }
  return applyEdits(text, modify(text, [key], value, {}));
}

function startsWith(values: readonly unknown[], beginning: readonly unknown[]): boolean {
  return beginning.every((value, i) => JSON.stringify(value) === JSON.stringify(values[i]));
}
