import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { CheckedExample, DraftExample } from '#shared/domain/curation.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { maximumDepth, nestsTooDeep } from '#shared/domain/json-value.ts';
import type { ArgumentIssue } from '#shared/domain/live-source.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { parseJson, positionsIn } from '#shared/text/parse-json.ts';
import { checkArguments } from '../json/check-arguments.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { exampleLines } from '../prompt/render-tool.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';

type Args = Tool['examples'][number]['args'];

/** An example as it is typed: what is wrong with it and where, and its tokens in the prompt (R7.18). */
export function checkExample(
  { text, description }: DraftExample,
  tool: Pick<Tool, 'name' | 'input_schema'>,
  { config }: Pick<WorkspaceFile, 'config'>,
): CheckedExample {
  const read = readArguments(text);
  if ('finding' in read) return { findings: [read.finding], args: null, tokens: null };
  const lines = exampleLines({ args: read.args, description }, config.tool_examples);
  return {
    findings: findingsOf(tool, read.args, text),
    args: read.args as NonNullable<CheckedExample['args']>,
    tokens: countTextTokens(lines),
  };
}

function readArguments(text: string): { args: Args } | { finding: Finding } {
  let value: unknown;
  try {
    value = parseJson(text, 'The example');
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const { line, column } = error.data as { line: number; column: number };
    const message = error.message.replace(/^The example:\d+:\d+: n/, 'N');
    return { finding: { code: 'invalid_json', severity: 'error', message, range: { start: { line, column } } } };
  }
  const atStart = { code: 'invalid_json', severity: 'error', range: { start: { line: 1, column: 1 } } } as const;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'The arguments of a call are a JSON object.';
    return { finding: { ...atStart, message, hint: 'Write {"name": value, …}.' } };
  }
  if (nestsTooDeep(value))
    return { finding: { ...atStart, message: `The arguments are nested more than ${maximumDepth} levels deep.` } };
  return { args: value as Args };
}

function findingsOf(tool: Pick<Tool, 'name' | 'input_schema'>, args: Args, text: string): readonly Finding[] {
  try {
    return checkArguments(tool, args);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const { issues } = error.data as { issues: readonly ArgumentIssue[] };
    const rangeOf = rangesIn(text);
    return issues.map(({ path, pointer, message }) =>
      finding('example_mismatch', { message: `${path}: ${message}`, path, range: rangeOf(pointer) }),
    );
  }
}

/** The place of a value in a JSON text; the place of a missing value is the start of its object. */
function rangesIn(text: string): (pointer: string) => NonNullable<Finding['range']> {
  const root = parseTree(text);
  const placeOf = positionsIn(text);
  return (pointer) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const node = nearestNode(root, path);
    if (!node) return { start: placeOf(0) };
    const length = node.type === 'object' || node.type === 'array' ? 1 : node.length;
    return { start: placeOf(node.offset), end: placeOf(node.offset + length) };
  };
}

function nearestNode(root: Node | undefined, path: readonly string[]): Node | undefined {
  let node = root;
  for (const part of path) {
    const next = node && findNodeAtLocation(node, [node.type === 'array' ? Number(part) : part]);
    if (!next) return node;
    node = next;
  }
  return node;
}
