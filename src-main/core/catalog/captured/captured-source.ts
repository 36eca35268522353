import type { Finding } from '#shared/domain/finding.ts';
import type { SourceFormat } from '#shared/domain/source.ts';
import { stringifyExact } from './number-texts.ts';

/** A tool as its source wrote it, with every key it had. */
export type CapturedTool = Readonly<Record<string, unknown>> & { readonly name: string };

/** A tool that could not be read, or that came twice: where it stands, what it is called (if it says) and why. */
export interface LeftOutTool {
  readonly place: string;
  readonly name: string | null;
  readonly reason: string;
  /** The place of the tool that has the same name and was kept. */
  readonly twinAt?: string;
}

/** A prompt as its server lists it, with every key it had. */
export type CapturedPrompt = Readonly<Record<string, unknown>> & { readonly name: string };

/** What a server offers besides tools and skills. */
export interface SourceParts {
  /** What it tells hosts about itself, cut after 100,000 characters; null where it says nothing. */
  readonly instructions: string | null;
  /** In the order of the server, each name once. */
  readonly prompts: readonly CapturedPrompt[];
}

/** The tools of one source, and how their file was written. */
export interface CapturedSource {
  readonly format: SourceFormat;
  /** What the file itself calls the server; null when it does not say. */
  readonly server: string | null;
  readonly tools: readonly CapturedTool[];
  /** The place of each tool in its file, for messages: `tools[3]`, or a line of a jsonl. */
  readonly places: readonly string[];
  /** Tools of the list that are not among `tools`. The findings tell of them too, of the first hundred one by one. */
  readonly leftOut: readonly LeftOutTool[];
  readonly findings: readonly Finding[];
  /** What a live server offers besides; absent for a file. */
  readonly parts?: SourceParts;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The part of a tool that has its name and schema: OpenAI's chat tools wrap it. */
export function bodyOf(tool: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(tool.function) ? tool.function : tool;
}

/** What a captured tool is called by its source, character by character: what a call of it must say. */
export function exactName(tool: Readonly<Record<string, unknown>>): string {
  const { name } = bodyOf(tool);
  return typeof name === 'string' ? name : '';
}

/** The name of a captured tool, without spaces around it. */
export function capturedName(tool: Readonly<Record<string, unknown>>): string {
  return exactName(tool).trim();
}

/**
 * The text in which the workspace keeps these tools: made to differ little when they do. `parts` are what the list of a server has
 * besides; the other formats have no place for them.
 */
export function storedText(
  format: SourceFormat,
  tools: readonly CapturedTool[],
  parts: Readonly<Record<string, unknown>> = {},
): string {
  if (format === 'tools_jsonl') return `${tools.map((tool) => stringifyExact(tool)).join('\n')}\n`;
  return `${stringifyExact(format === 'tools_list' ? { tools, ...parts } : tools, 2)}\n`;
}

/** Extension of the workspace's copy. */
export function storedExtension(format: SourceFormat): string {
  return format === 'tools_jsonl' ? 'jsonl' : 'json';
}
