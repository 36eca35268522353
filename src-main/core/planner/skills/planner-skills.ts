import type { EventPayload } from '#shared/domain/event.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { PromptSkills } from '../../prompt/render-prompt.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import type { BuiltinOutcome, EmitEvent } from '../run/builtin-calls.ts';

/** On whose behalf skills are asked for, and what its model may know of tools. */
export interface SkillTurn {
  readonly query: string;
  readonly context: ToolContext;
  readonly view: PermittedCatalog;
  readonly emit: EmitEvent;
}

/**
 * The skills of an agent, as its planner uses them. What they give is read by the model as it is: scoped to the caller, texts
 * redacted and gated by the turn's view. They activate no tool (R11.18).
 */
export interface PlannerSkills {
  /** `skill_search`, `skill_get`, `skill_list` (R4.19). */
  readonly tools: readonly CatalogTool[];
  /** The packs that were loaded, for the events of making a planner (R8.40, R12.10). */
  readonly packs: readonly EventPayload<'skill_pack_loaded'>[];
  /** Before the first model call of a run, and again when it is resumed (R6.22). */
  prepare(turn: SkillTurn): Promise<PromptSkills>;
  call(name: string, args: Record<string, unknown>, turn: SkillTurn): Promise<BuiltinOutcome>;
}
