import type { z } from 'zod';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { EventPayload } from '#shared/domain/event.ts';
import { skillGetInputSchema, skillListInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { discoveryNames, skillsCatalog } from '../../catalog/builtin-catalog.ts';
import type { PromptSkills } from '../../prompt/render-prompt.ts';
import { getSkills, listSkills, relevantSkills } from '../../skills/retrieval/get-skills.ts';
import { searchSkills } from '../../skills/retrieval/search-skills.ts';
import { renderSkillDirectory } from '../../skills/retrieval/skill-directory.ts';
import type { SkillScope } from '../../skills/retrieval/skill-scope.ts';
import { createToolGate } from '../../skills/retrieval/tool-gate.ts';
import type { ScopedSkills, SkillReader } from '../../skills/scoped-skills.ts';
import type { StoredSkill } from '../../skills/store/stored-skill.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import { type BuiltinOutcome, builtinResult, invalidArguments } from '../run/builtin-calls.ts';
import type { PlannerSkills, SkillTurn } from './planner-skills.ts';

export interface RunSkillsOptions {
  readonly shelf: ScopedSkills;
  readonly packs: PlannerSkills['packs'];
  readonly config: WorkspaceConfig;
  /** Whether what is fetched or injected counts as used (R8.14); not where somebody only looks at a prompt. */
  readonly countUses: boolean;
}

/** What one of the three tools gives, or what is wrong with its arguments. */
export type SkillAnswer = { readonly output: unknown } | { readonly error: z.ZodError };

/** The skills of a shelf as a planner uses them: directory, pre-flight injection and the three tools, by each turn's view. */
export class RunSkills implements PlannerSkills {
  readonly tools = skillsCatalog;
  readonly packs: PlannerSkills['packs'];
  readonly #options: RunSkillsOptions;
  readonly #readers = new WeakMap<PermittedCatalog, SkillReader['gate']>();

  constructor(options: RunSkillsOptions) {
    this.packs = options.packs;
    this.#options = options;
  }

  /** The directory and the skills that fit the query, within their budget (R6.22, R9.01–R9.12, R10.01–R10.14). */
  async prepare(turn: SkillTurn): Promise<PromptSkills> {
    const { shelf } = this.#options;
    const scope = this.#scopeOf(turn);
    const directory = renderSkillDirectory(scope, { pinned: shelf.pinned, usage: shelf.store.usage() });
    if (directory.count > 0) turn.emit('skill_directory_rendered', { count: directory.count });
    const { output, used } = relevantSkills(scope, turn.query);
    this.#noteUse(used);
    const { names, text, ...budget } = output;
    turn.emit('skills_retrieved', { skill_count: names.length, ...budget });
    return { directory: directory.text || null, context: text || null };
  }

  async call(name: string, args: Record<string, unknown>, turn: SkillTurn): Promise<BuiltinOutcome> {
    const answer = this.answer(name, args, turn);
    if ('error' in answer) return invalidArguments(name, answer.error);
    return builtinResult(answer.output, this.#options.config.planner.max_observation_chars);
  }

  /** The same for a host: the whole output, or what is wrong with the arguments. */
  answer(name: string, args: unknown, turn: SkillTurn): SkillAnswer {
    const scope = this.#scopeOf(turn);
    if (name === 'skill_search') return this.#search(scope, args, turn);
    return name === 'skill_get' ? this.#get(scope, args, turn) : this.#list(scope, args, turn);
  }

  #search(scope: SkillScope, args: unknown, { emit }: SkillTurn): SkillAnswer {
    const input = skillSearchInputSchema.safeParse(args);
    if (!input.success) return input;
    const { output } = searchSkills(scope, input.data, false);
    emit('skill_search_query', {
      query: output.query,
      requested_search_type: input.data.search_type,
      effective_search_type: output.search_type,
      results_count: output.skills.length,
    });
    return { output };
  }

  #get(scope: SkillScope, args: unknown, { emit }: SkillTurn): SkillAnswer {
    const input = skillGetInputSchema.safeParse(args);
    if (!input.success) return input;
    const { output, used, tokens } = getSkills(scope, input.data);
    this.#noteUse(used);
    const { names, max_tokens } = input.data;
    emit('skill_get', { names, returned_count: output.skills.length, max_tokens, final_tokens_est: tokens });
    return { output };
  }

  #list(scope: SkillScope, args: unknown, { emit }: SkillTurn): SkillAnswer {
    const input = skillListInputSchema.safeParse(args);
    if (!input.success) return input;
    const output = listSkills(scope, input.data);
    const { page: _page, page_size: _size, ...given } = input.data;
    const filters: EventPayload<'skill_list'>['filters'] = given;
    emit('skill_list', { filters, returned_count: output.skills.length });
    return { output };
  }

  /** The skills that a turn can reach by name, and why it cannot reach the others. For the host only. */
  reach(turn: SkillTurn): {
    readonly visible: readonly string[];
    readonly hidden: ReturnType<ScopedSkills['hiddenFrom']>;
  } {
    const { shelf } = this.#options;
    const visible = [...this.#scopeOf(turn).skills.keys()];
    return { visible, hidden: shelf.hiddenFrom({ context: turn.context, gate: this.#gateOf(turn) }) };
  }

  #scopeOf(turn: SkillTurn): SkillScope {
    return this.#options.shelf.scopeFor({ context: turn.context, gate: this.#gateOf(turn) });
  }

  #gateOf({ view }: SkillTurn): SkillReader['gate'] {
    const { config } = this.#options;
    const known = this.#readers.get(view);
    const gate =
      known ?? createToolGate(view.gate, { tools: view.tools, discovery: discoveryNames(view.tools, config) });
    if (!known) this.#readers.set(view, gate);
    return gate;
  }

  #noteUse(skills: readonly StoredSkill[]): void {
    if (this.#options.countUses) this.#options.shelf.store.noteUse(skills.map(({ row }) => row));
  }
}
