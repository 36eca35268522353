import type { ExperimentPlan } from '#shared/contract/experiments.ts';
import type { Arm } from '#shared/domain/experiment.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { Task } from '#shared/domain/task.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { permittedCatalog } from '../../planner/permitted/permitted-catalog.ts';
import { ToolFinder } from '../../planner/permitted/tool-finder.ts';
import { firstPrompt } from '../../planner/prompts/initial-prompt.ts';
import { contextOf } from '../../planner/scenario/simulate.ts';
import type { OpenRunSkills } from '../../planner/skills/open-run-skills.ts';
import { agentStyle } from '../../planner/styles/agent-styles.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { hostPrompt } from '../host/gateway-host.ts';
import { readNames } from '../host/sent-name.ts';
import { isNamed } from '../population/scripted-agent.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { modelName } from './run-trial.ts';
import type { RunnableTask } from './runnable-task.ts';
import { costOf } from './trial-figures.ts';

interface PlanOptions {
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  readonly openSkills: OpenRunSkills;
}

/**
 * What an experiment would take. Tokens are an estimate of what an agent sends that takes the steps of the solution and searches once for each tool that
 * it has not read of: each request sends the prompt, the answers of its searches and its calls again. Answers of other tools are not in it, and
 * neither are the tokens that the model writes.
 */
export async function planExperiment(prepared: PreparedExperiment, options: PlanOptions): Promise<ExperimentPlan> {
  const { experiment, tasks, arms, findings } = prepared;
  const trials = tasks.length * arms.size * experiment.repetitions;
  const solved = tasks.filter(({ task }) => task.solution.length > 0);
  const through = new Map(experiment.arms.map((arm) => [arm.name, arm.through]));
  let tokens = 0;
  for (const [arm, workspace] of arms) {
    const sent = await tokensOfArm(solved, workspace, { ...options, through: through.get(arm) ?? 'agent' });
    tokens += sent * experiment.repetitions;
  }
  return {
    model: modelName(experiment),
    live: experiment.model.provider !== 'scripted' || experiment.judge !== undefined,
    tasks: tasks.length,
    arms: [...arms.keys()],
    trials,
    tokens: solved.length === 0 ? null : tokens,
    cost_usd: solved.length === 0 ? null : costOf(experiment, { input: tokens, cached: 0, output: 0 }),
    findings: [...findings],
  };
}

/** What an agent reads before its first step, and what its searches answer. */
interface Reading {
  readonly prompt: string;
  readonly search: (query: string) => Promise<string>;
}

/** Tokens that each task sends once in the workspace of an arm. */
async function tokensOfArm(
  tasks: readonly RunnableTask[],
  workspace: LoadedWorkspace,
  { through, openSkills, ...options }: PlanOptions & { readonly through: Arm['through'] },
): Promise<number> {
  const { config } = workspace.file;
  const finder = new ToolFinder(config.tool_search, options);
  const opened = through === 'gateway' ? null : await openSkills(workspace, options);
  const skills = opened?.withConfig(config, { countUses: false }) ?? null;
  const views = new Map<string, ReturnType<typeof viewOf>>();
  try {
    let sum = 0;
    for (const { task } of tasks) {
      const key = JSON.stringify(task.persona ?? null);
      const view = views.get(key) ?? viewOf(workspace, task);
      views.set(key, view);
      const style = agentStyle(config);
      const search = async (query: string) => {
        const input = style.searchInput(toolSearchInputSchema.parse({ query }));
        const output = await finder.search(view, input);
        return JSON.stringify(style.searchAnswer(output, { query, view, renderer: null, report: () => {} }));
      };
      const about = { config, style, finder, skills, context: contextOf(workspace, task), query: task.query };
      const prompt =
        through === 'gateway'
          ? hostPrompt(workspace, task.persona ?? null)
          : promptText((await firstPrompt(view, { ...about, now: options.now })).blocks);
      sum += await tokensOfTask(task, { prompt, search });
    }
    return sum;
  } finally {
    opened?.close();
    await finder.close();
  }
}

function viewOf({ catalog, file: { config } }: LoadedWorkspace, { persona }: Task) {
  const policies = { policies: [config.policy], persona: findPersona(config, persona) };
  return permittedCatalog(catalog.tools, allowedNames(catalog.tools, policies), config.policy.denied_tools);
}

async function tokensOfTask({ query, solution }: Task, { prompt, search }: Reading): Promise<number> {
  const read = [prompt];
  let message = estimateTokens(prompt) + estimateTokens(query);
  let sum = 0;
  const send = (...more: readonly string[]) => {
    sum += message;
    for (const text of more) message += estimateTokens(text);
  };
  for (const { tool, ask, args } of solution) {
    if (!readNames(tool).some((name) => isNamed(name, read))) {
      const words = ask ?? tool.split(/[^\p{L}\p{N}]+/u).join(' ');
      const answer = await search(words);
      send(words, answer);
      read.push(answer);
    }
    send(tool, JSON.stringify(args));
  }
  send();
  return sum;
}
