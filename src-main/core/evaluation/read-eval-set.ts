import { evalQuerySchema } from '#shared/domain/eval-set.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { distinctGroups, type RelevantGroups } from './metrics.ts';

/** A query and its expected results, with its line. */
export interface EvalQuery {
  readonly query: string;
  readonly relevant: RelevantGroups;
  readonly line: number;
}

/** A line that is not a query, and why. */
interface LineProblem {
  readonly line: number;
  readonly message: string;
}

const shownProblems = 10;
const shownFindings = 20;

/** The queries of a `queries.jsonl`. Error: `invalid_input`, which names every bad line up to ten; empty lines are fine. */
export function readEvalSet(text: string, file: string): EvalQuery[] {
  const { queries, problems } = readEvalLines(text, file);
  if (problems.length > 0) throw badLines(problems, file);
  if (queries.length === 0) {
    throw new PegboardError('invalid_input', `${file} holds no queries.`, { hint: lineHint, data: { file } });
  }
  return queries;
}

/** The same where a bad line must not lose the others. */
export function readEvalLines(text: string, file: string): { queries: EvalQuery[]; problems: LineProblem[] } {
  const queries: EvalQuery[] = [];
  const problems: LineProblem[] = [];
  for (const [i, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const line = i + 1;
    const read = readLine(content, file, line);
    if ('problem' in read) problems.push({ line, message: read.problem });
    else queries.push({ ...read, line });
  }
  return { queries, problems };
}

/** Bad lines as findings: they are left out of what is measured. */
export function badLineFindings(problems: readonly LineProblem[], file: string): Finding[] {
  return folded(
    problems.map(({ line, message }) =>
      finding('eval_line_invalid', {
        message: `This line is left out: ${message}`,
        path: file,
        range: lineRange(line),
        hint: lineHint,
      }),
    ),
  );
}

/** A query that is in one file twice counts twice. One finding for each repeated line. */
export function repeatedQueries(queries: readonly EvalQuery[], file: string): Finding[] {
  const first = new Map<string, number>();
  const findings = queries.flatMap(({ query, line }): Finding[] => {
    const before = first.get(query.trim());
    if (before === undefined) {
      first.set(query.trim(), line);
      return [];
    }
    return [
      finding('query_repeated', {
        message: `This query is in line ${before} too; it counts twice.`,
        path: file,
        range: lineRange(line),
        hint: 'Put all expected results into one of the two lines.',
      }),
    ];
  });
  return folded(findings);
}

/** The first findings of a kind; a last one stands for the rest, which would bury everything else. */
function folded(findings: Finding[]): Finding[] {
  const [first] = findings;
  const rest = findings.length - shownFindings;
  if (!first || rest <= 0) return findings;
  const { code, severity, path } = first;
  const more = `${rest} more ${rest === 1 ? 'line' : 'lines'} like these.`;
  return [
    ...findings.slice(0, shownFindings),
    { code, severity, message: more, ...(path === undefined ? {} : { path }) },
  ];
}

function lineRange(line: number): NonNullable<Finding['range']> {
  const place = { line, column: 1 };
  return { start: place, end: place };
}

const lineHint = 'One object per line: {"query": "…", "relevant": ["tool name", …]}.';

function readLine(content: string, file: string, line: number): Omit<EvalQuery, 'line'> | { readonly problem: string } {
  let value: unknown;
  try {
    value = parseJson(content, file, { firstLine: line });
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return { problem: error.message.replace(`${file}:${line}:`, 'column ') };
  }
  const parsed = evalQuerySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    return { problem: [place, issue?.message ?? 'is not valid'].filter((part) => part !== '').join(': ') };
  }
  const { query, relevant, relevant_groups } = parsed.data;
  return { query, relevant: distinctGroups(relevant_groups ?? relevant?.map((name) => [name]) ?? []) };
}

function badLines(problems: readonly LineProblem[], file: string): PegboardError {
  const shown = problems.slice(0, shownProblems).map(({ line, message }) => `line ${line}: ${message}`);
  const more = problems.length > shown.length ? ` (and ${problems.length - shown.length} more lines)` : '';
  return new PegboardError('invalid_input', `${file}: ${shown.join('; ')}${more}`, {
    hint: lineHint,
    data: { file, lines: problems.slice(0, 100) },
  });
}

/** Names that a query calls right and no tool has: such a query cannot be met in full. One finding a line. */
export function missingTools(queries: readonly EvalQuery[], names: ReadonlySet<string>, file: string): Finding[] {
  const findings = queries.flatMap(({ relevant, line }) => {
    const missing = relevant.flat().filter((name) => !names.has(name));
    if (missing.length === 0) return [];
    return [
      finding('relevant_tool_missing', {
        message: `There is no tool ${missing.map((name) => `"${name}"`).join(', ')}; it counts as not found.`,
        path: file,
        range: lineRange(line),
        hint: 'Correct the name, or remove the line.',
      }),
    ];
  });
  return folded(findings);
}
