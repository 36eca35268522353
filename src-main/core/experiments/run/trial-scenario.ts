import type { Arm } from '#shared/domain/experiment.ts';
import { type Scenario, scenarioSchema } from '#shared/domain/scenario.ts';
import type { Task } from '#shared/domain/task.ts';
import { PegboardError } from '#shared/errors.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { overriddenConfig, withConfig, withProfile } from '../../workspace/with-config.ts';

/**
 * The workspace as an arm has it: its profile, its own fields, then its way to give tools. Errors: `unknown_profile`, `config_invalid`;
 * `usage` for an arm through the gateway, which Pegboard cannot play.
 */
export function armWorkspace(workspace: LoadedWorkspace, arm: Arm): LoadedWorkspace {
  if (arm.through === 'gateway') throw throughGateway(arm);
  const place = `arm ${arm.name}`;
  const profiled = arm.profile === undefined ? workspace : withProfile(workspace, arm.profile);
  const own = withConfig(profiled, overriddenConfig(profiled.file.config, arm.config ?? {}, place));
  const skills = arm.skills === undefined ? {} : { skills: { enabled: arm.skills } };
  return withConfig(own, overriddenConfig(own.file.config, { ...loading(own, arm), ...skills }, place));
}

/** The fields that make all tools, or none, always loaded. */
function loading({ catalog }: LoadedWorkspace, { always_loaded }: Arm): Record<string, unknown> {
  if (always_loaded === 'configured') return {};
  if (always_loaded === 'all') return { tool_search: { enabled: false } };
  // An overlay declares the mode, which goes before the lists and the default of a source.
  const overlays = Object.fromEntries(catalog.tools.map(({ name }) => [name, { loading_mode: 'deferred' }]));
  return { tool_search: { enabled: true, always_loaded_patterns: [] }, overlays };
}

/** A task as a scenario whose only turn a model plays. Its world, with the records and the results, is not in it. */
export function trialScenario(task: Task): Scenario {
  const { name, persona, tool_context, query, live_tools } = task;
  return scenarioSchema.parse({ name, persona, tool_context, query, live_tools });
}

function throughGateway({ name }: Arm): PegboardError {
  return new PegboardError('usage', `Arm ${name}: Pegboard cannot play an arm through the gateway yet.`, {
    hint: 'Leave out `through`, or set it to agent.',
  });
}
