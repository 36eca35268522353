import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type SearchType, searchTypeSchema } from '#shared/domain/search-request.ts';
import { isPegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { checkArguments } from '../json/check-arguments.ts';
import { type PermittedCatalog, resolveName } from '../planner/permitted/permitted-catalog.ts';
import type { ToolFinder } from '../planner/permitted/tool-finder.ts';
import { hintsAndDirectory } from '../planner/prompts/hints-and-directory.ts';
import { notFoundObservation } from '../planner/run/observations.ts';
import type { SkillTurn } from '../planner/skills/planner-skills.ts';
import type { RunSkills } from '../planner/skills/run-skills.ts';
import type { AgentStyle } from '../planner/styles/agent-style.ts';
import type { TextScan } from './text-scan.ts';

export interface Asking {
  readonly scan: TextScan;
  readonly config: WorkspaceConfig;
  readonly style: AgentStyle;
  readonly view: PermittedCatalog;
  readonly finder: ToolFinder;
  readonly skills: RunSkills | null;
  readonly turn: SkillTurn;
  readonly visibleSkills: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** Most names of one call of tool_get and skill_get. */
const mostNames = 10;

/** Asks for each name in every way that a model has, and for everything that may be had; each answer is read. Error: `cancelled`. */
export async function probeCalls(names: readonly string[], asking: Asking): Promise<void> {
  const { view, skills, visibleSkills, onProgress } = asking;
  let seen = performance.now();
  for (const [i, name] of names.entries()) {
    throwIfCancelled(asking.signal);
    if (asking.config.tool_search.enabled) await searchTools(name, asking);
    if (skills) await searchSkills(name, { ...asking, skills });
    callTool(name, asking);
    await mentionInTurn(name, asking);
    if (performance.now() - seen < 50) continue;
    onProgress(i + 1, names.length);
    // Others are served between the names.
    await new Promise((resolve) => setImmediate(resolve));
    seen = performance.now();
  }
  if (asking.config.tool_search.enabled) {
    for (const some of [...chunks(names), ...chunks([...view.tools.keys()])]) {
      const input = { names: some, include_schemas: true, include_examples: true };
      throwIfCancelled(asking.signal);
      readAnswer('tool_get', await asking.finder.get(view, input), some, asking);
    }
  }
  for (const tool of view.tools.values()) wrongArguments(tool, asking);
  if (skills) await fetchSkills([...chunks(names), ...chunks(visibleSkills)], { ...asking, skills });
}

async function searchTools(query: string, asking: Asking): Promise<void> {
  const { view, finder, style } = asking;
  for (const search_type of searchTypeSchema.options) {
    const asked = { query: queryOf(query, search_type), search_type, limit: 20, include_always_loaded: true };
    const output = await finder.search(view, asked);
    const answer = style.searchAnswer(output, { query: '', view, renderer: null, report: () => {} });
    readAnswer(style.searchName, answer, [asked.query], asking);
  }
}

async function searchSkills(query: string, asking: Asking & { readonly skills: RunSkills }): Promise<void> {
  for (const search_type of searchTypeSchema.options) {
    const asked = { query: queryOf(query, search_type), search_type, limit: 20 };
    await callSkills('skill_search', asked, [asked.query], asking);
  }
}

async function fetchSkills(
  groups: readonly (readonly string[])[],
  asking: Asking & { readonly skills: RunSkills },
): Promise<void> {
  for (const some of groups) {
    for (const format of ['raw', 'injection']) {
      throwIfCancelled(asking.signal);
      await callSkills('skill_get', { names: some, format, max_tokens: 6000 }, some, asking);
    }
  }
  await callSkills('skill_list', {}, [], asking);
}

async function callSkills(
  tool: string,
  args: Record<string, unknown>,
  asked: readonly string[],
  { skills, turn, ...asking }: Asking & { readonly skills: RunSkills },
): Promise<void> {
  const { observation } = await skills.call(tool, args, turn);
  readAnswer(tool, parsed(observation.text), asked, { ...asking, skills, turn });
}

/** A name that is hidden and one of nobody have one answer; what would run here is read by its own name. */
function callTool(name: string, { view, scan, style, config }: Asking): void {
  const tool = resolveName(view, name);
  const answer = tool ? tool.name : notFoundObservation(config.tool_search.enabled, style.searchName).text;
  scan.read('call of the name', answer, name);
}

/** The text of a turn that names it: hints, and skills that fit. */
async function mentionInTurn(
  query: string,
  { scan, config, style, view, finder, skills, turn }: Asking,
): Promise<void> {
  const { hints } = await hintsAndDirectory(view, query, { style, config, finder, emit: () => {} });
  if (hints.length > 0) scan.read('prompt: tool_hints', JSON.stringify(hints), query);
  const { directory, context } = (await skills?.prepare({ ...turn, query })) ?? { directory: null, context: null };
  for (const [place, text] of Object.entries({ skill_directory: directory, skill_context: context })) {
    if (text !== null) scan.read(`prompt: ${place}, named in the turn`, text, query);
  }
}

/** The answer of a tool to arguments that cannot be right; it contains words of its schema. */
function wrongArguments(
  { name, input_schema }: { name: string; input_schema: Record<string, unknown> },
  { scan }: Asking,
): void {
  const properties = Object.keys(typeof input_schema.properties === 'object' ? (input_schema.properties ?? {}) : {});
  try {
    checkArguments({ name, input_schema }, Object.fromEntries([...properties, ''].map((key) => [key, [null]])));
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    scan.read('errors of arguments', error.message, name);
  }
}

/** An answer without what only repeats the question: the query, and names that were asked for and are missing. */
function readAnswer(place: string, answer: unknown, asked: readonly string[], { scan }: Asking): void {
  const said = new Set(asked);
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (key === 'query' && typeof value === 'string' && said.has(value)) return undefined;
    return key === 'missing' && Array.isArray(value) ? value.filter((name) => !said.has(name)) : value;
  });
  scan.read(place, text, asked.join(', ') || null);
}

function queryOf(name: string, type: SearchType): string {
  return type === 'regex' ? name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : name;
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return { text };
  }
}

function chunks(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < names.length; start += mostNames) parts.push(names.slice(start, start + mostNames));
  return parts;
}
