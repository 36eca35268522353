import type { SimulateEvent, SimulateInput } from '#shared/contract/planner.ts';
import type { CallInput, CallResult } from '#shared/domain/live-source.ts';
import type { ModelChoice } from '#shared/domain/scenario.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { parseJson } from '../catalog/parse-json.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import type { Logger } from '../logger.ts';
import { eventStream } from '../sources/event-stream.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ModelClient } from './model-client.ts';
import { readScenario, scenarioOf } from './scenario/read-scenario.ts';
import type { CallLive } from './scenario/scenario-results.ts';
import { simulate } from './scenario/simulate.ts';

export interface PlannerServiceOptions {
  readonly callTool: (input: CallInput, signal: AbortSignal) => Promise<CallResult>;
  readonly liveModel: (choice: ModelChoice) => Promise<ModelClient>;
  readonly fts: 'detect' | 'off';
  /** Hints of categories, by the root of the workspace. */
  readonly guidance?: (root: string) => ReadGuidance;
  readonly logger: Logger;
}

/**
 * Plays a scenario in a workspace and tells what happens. Errors: those of the scenario and of `simulate`; for live tools
 * `consent_required`, `confirmation_required`; for a live model `variable_missing`.
 */
export function simulateScenario(
  loaded: () => LoadedWorkspace,
  input: SimulateInput,
  options: PlannerServiceOptions & { readonly signal?: AbortSignal | undefined },
): AsyncGenerator<SimulateEvent, void> {
  return eventStream<SimulateEvent>(
    async (emit, outer) => {
      const scenario = scenarioOf(readScenario(input.text, input.path));
      const live = input.live ? await options.liveModel(modelOf(scenario.model)) : undefined;
      const history = input.history && {
        value: parseJson(input.history.text, input.history.path),
        path: input.history.path,
      };
      const refused = new AbortController();
      let refusal: PegboardError | undefined;
      const callLive = liveCalls(input, options, (error) => {
        refusal ??= error;
        refused.abort();
      });
      try {
        const workspace = loaded();
        const simulation = await simulate(workspace, scenario, {
          live,
          callLive,
          history,
          fts: options.fts,
          readGuidance: options.guidance?.(workspace.root),
          logger: options.logger,
          signal: AbortSignal.any([outer, refused.signal]),
          onUpdate: emit,
          onPrompt: input.prompts ? (prompt) => emit({ type: 'prompt', prompt }) : undefined,
        });
        emit({ type: 'done', simulation });
      } catch (error) {
        throw refusal ?? error;
      }
    },
    { signal: options.signal, replaces: () => false },
  );
}

/** Calls of live tools; one that needs somebody's agreement ends the run, since only they can go on from there. */
function liveCalls(
  { consent, confirmed }: SimulateInput,
  { callTool }: PlannerServiceOptions,
  onRefusal: (error: PegboardError) => void,
): CallLive {
  return async ({ tool, args, signal }) => {
    try {
      const { is_error, content, structured_content } = await callTool(
        { tool: tool.name, args, consent, confirmed },
        signal,
      );
      if (is_error) return { kind: 'error', message: textOf(content) };
      return { kind: 'result', value: structured_content ?? content };
    } catch (error) {
      if (isPegboardError(error) && ['consent_required', 'confirmation_required'].includes(error.code))
        onRefusal(error);
      throw error;
    }
  };
}

function textOf(content: CallResult['content']): string {
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.length > 0 ? texts.join('\n') : 'The tool failed.';
}

function modelOf(model: ModelChoice | undefined): ModelChoice {
  if (model) return model;
  throw new PegboardError('scenario_invalid', 'The scenario names no model.', {
    hint: 'Add for example: model: {provider: openai-compatible, model: llama3.2, base_url: "http://localhost:11434/v1"}',
  });
}
