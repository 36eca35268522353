import { skillsCatalog } from '#core/catalog/builtin-catalog.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { type OpenedRunSkills, runSkillsOpener } from '#core/planner/skills/open-run-skills.ts';
import type { SkillTurn } from '#core/planner/skills/planner-skills.ts';
import { skillsNotConfigured } from '#core/skills/retrieval/skill-scope.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { PegboardError } from '#shared/errors.ts';
import { errorAnswer, invalidArgumentsAnswer, invalidInput, resultAnswer, toDefinition } from './answers.ts';
import { boardOf, viewOf } from './board.ts';
import { shipped } from './shipped.ts';
import type { Caller, Finding, SearchType, Settings, ToolAnswer, ToolContext, ToolDefinition } from './types.ts';
import type { Workspace } from './workspace.ts';

/** On whose behalf skills are read. */
export interface CreateSkillsOptions extends Caller {
  /** Laid over the settings of the workspace. */
  readonly settings?: Settings | undefined;
  /** The tenant and project whose skills are visible, besides those of the persona. */
  readonly context?: ToolContext | undefined;
}

/** Kind of task a skill serves. */
export type TaskType = 'browser' | 'api' | 'code' | 'domain' | 'unknown';

/** How one search for skills looks, and how much it returns. */
export interface SkillSearchOptions {
  /** `fts` when left out. */
  readonly mode?: SearchType | undefined;
  /** 1 to 20, 8 when left out. */
  readonly limit?: number | undefined;
  readonly taskType?: TaskType | undefined;
}

/** The skills that a search found. */
export interface SkillSearchResult {
  /** The best first. */
  readonly skills: readonly {
    readonly name: string;
    readonly title?: string | undefined;
    /** When to use it. */
    readonly trigger: string;
    readonly task_type: TaskType;
    /** 0 to 1; scores compare within one response only. */
    readonly score: number;
    readonly match_type: SearchType;
  }[];
  readonly query: string;
  readonly search_type: SearchType;
}

/** How skills are given, and how much of them. */
export interface SkillGetOptions {
  /** `injection`, the default, shortens the texts to the budget; `raw` gives them as they are. */
  readonly format?: 'raw' | 'injection' | undefined;
  /** Budget in tokens (estimate): 200 to 6,000, 1,500 when left out. */
  readonly maxTokens?: number | undefined;
}

/** Skills in full, and as a block for a prompt. */
export interface SkillGetResult {
  readonly skills: readonly {
    readonly name: string;
    readonly title?: string | undefined;
    readonly trigger: string;
    readonly steps: readonly string[];
    readonly preconditions?: readonly string[] | undefined;
    readonly failure_modes?: readonly string[] | undefined;
    readonly body?: string | undefined;
  }[];
  /** A block for a prompt, within the budget. */
  readonly formatted_context: string;
}

/** Which skills are listed, page by page. */
export interface SkillListOptions {
  /** From 1. */
  readonly page?: number | undefined;
  /** 1 to 100, 20 when left out. */
  readonly pageSize?: number | undefined;
  readonly taskType?: TaskType | undefined;
}

/** One page of the list. */
export interface SkillListResult {
  readonly skills: readonly {
    readonly name: string;
    readonly title?: string | undefined;
    readonly trigger: string;
    readonly task_type: TaskType;
  }[];
  readonly page: number;
  readonly page_size: number;
  /** How many there are on all pages. */
  readonly total: number;
}

/** The skills that a caller may see. They name no tool that it may not use. */
export interface Skills extends AsyncDisposable {
  /** Finds skills. Error: `invalid_input`, here and below. */
  search(query: string, options?: SkillSearchOptions): Promise<SkillSearchResult>;
  /** 1 to 10 skills by name; a name that the caller may not see is left out. */
  get(names: string | readonly string[], options?: SkillGetOptions): Promise<SkillGetResult>;
  list(options?: SkillListOptions): Promise<SkillListResult>;
  /** The parts of the packs that could not be read. */
  readonly findings: readonly Finding[];
  /** `skill_search`, `skill_get` and `skill_list`, to give a model. */
  readonly definitions: readonly ToolDefinition[];
  /** Answers a model's call of one of `definitions`. What is wrong with the call is an answer too. */
  call(name: string, args: unknown): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Opens the skills of a workspace, in memory. Errors: `skills_not_configured`, `config_invalid`, `unknown_persona`, `usage`. */
export async function createSkills(workspace: Workspace, options: CreateSkillsOptions = {}): Promise<Skills> {
  const board = boardOf(workspace, options.settings);
  const context = { ...findPersona(board.config, options.persona)?.tool_context, ...options.context };
  const turn: SkillTurn = { query: '', context, view: viewOf(board, options), emit: () => {} };
  const opened = board.workspace && (await openSkills(board.workspace));
  if (!opened) throw skillsNotConfigured();
  const reader = opened.withConfig(board.config, { countUses: false });
  const definitions = skillsCatalog.map(toDefinition);
  let closed = false;
  const answer = (name: string, args: unknown) => {
    if (closed) throw new PegboardError('usage', 'The skills were closed.', { hint: 'Open them again.' });
    return reader.answer(name, args, turn);
  };
  const ask = async <Output>(name: string, args: unknown): Promise<Output> => {
    const given = answer(name, args);
    if ('error' in given) throw invalidInput(name, given.error);
    return given.output as Output;
  };
  const skills: Skills = {
    definitions,
    findings: opened.findings,
    search: (query, { mode, limit, taskType } = {}) =>
      ask('skill_search', { query, search_type: mode, limit, task_type: taskType }),
    get: (names, { format, maxTokens } = {}) =>
      ask('skill_get', { names: typeof names === 'string' ? [names] : names, format, max_tokens: maxTokens }),
    list: ({ page, pageSize, taskType } = {}) => ask('skill_list', { page, page_size: pageSize, task_type: taskType }),
    call: async (name, args) => {
      if (!definitions.some((tool) => tool.name === name)) {
        return errorAnswer('tool_not_found', `There is no tool ${name} here.`);
      }
      const given = answer(name, args);
      return 'error' in given ? invalidArgumentsAnswer(name, given.error) : resultAnswer(given.output);
    },
    close: async () => {
      closed = true;
      opened.close();
    },
    [Symbol.asyncDispose]: () => skills.close(),
  };
  return skills;
}

/** The skills of a workspace, in memory; null while they are off. */
export function openSkills(workspace: LoadedWorkspace): Promise<OpenedRunSkills | null> {
  return runSkillsOpener({ files: nodeFiles, shippedPacks: shipped.packs, fts: 'detect' })(workspace, {
    now: Date.now,
  });
}
