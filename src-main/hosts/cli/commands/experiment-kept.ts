import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { table } from '../reporter.ts';
import { chosenRun } from './experiment-report.ts';

/** `pegboard experiment list`. */
export async function experimentList(context: CommandContext): CommandResult {
  return withWorkspace(context, async (services) => {
    const experiments = await services.experiments.list();
    context.reporter.result('experiments/1', { experiments }, () => {
      if (experiments.length === 0) return 'This workspace has no experiments.';
      const rows = experiments.map(({ id, name, started, state, model, trials }) => [
        id,
        started.slice(0, 16).replace('T', ' '),
        state,
        `${trials.done}/${trials.all}`,
        model,
        name,
      ]);
      return table([['id', 'started', 'state', 'trials', 'model', 'name'], ...rows]);
    });
    return 0;
  });
}

/** `pegboard experiment remove`. Errors: `unknown_run`, `run_in_progress`. */
export async function experimentRemove(context: CommandContext, given: string): CommandResult {
  return withWorkspace(context, async (services) => {
    const { id } = await chosenRun(services, given);
    const { removed } = await services.experiments.remove({ id });
    context.reporter.result('experiment-removed/1', { id, removed }, () => `Removed: ${id}`);
    return 0;
  });
}
