import { randomUUID } from 'node:crypto';
import { silentLogger } from '#core/logger.ts';
import { BoundedMap } from '#core/planner/bounded-map.ts';
import { personaVisibility, type ToolVisibilityPolicy } from '#core/planner/permitted/visibility.ts';
import { Planner as Engine } from '#core/planner/planner.ts';
import type { RunOptions as EngineRunOptions } from '#core/planner/planner-options.ts';
import { realDelay, type ToolBinding } from '#core/planner/run/run-tool.ts';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { ToolContext as CoreContext } from '#shared/domain/tool-policy.ts';
import type { Trace } from '#shared/domain/trace.ts';
import { PegboardError } from '#shared/errors.ts';
import { type Board, boardOf, readPolicy } from './board.ts';
import type { ModelClient } from './model.ts';
import type { CreatePlannerOptions, Planner, Run, RunOptions, VisibleTools } from './planner-types.ts';
import { openSkills } from './skills.ts';
import type { Tool, ToolContext } from './types.ts';
import type { Workspace } from './workspace.ts';

/** How many paused runs wait, and how long. */
const pausedRuns = { most: 1000, idleMs: 86_400_000 };

/**
 * Makes a planner over a workspace or over tools in memory. Errors: those of `createSearch`; `config_invalid` also where the
 * style of the settings wants an index of tools that is not complete.
 */
export async function createPlanner(
  from: Workspace | readonly Tool[],
  options: CreatePlannerOptions = {},
): Promise<Planner> {
  const board = boardOf(from, options.settings);
  const { config } = board;
  const persona = findPersona(config, options.persona);
  const policies = readPolicy(options.policy);
  const skills = board.workspace && (await openSkills(board.workspace));
  try {
    const engine = await Engine.create({
      catalog: board.tools,
      config,
      policies,
      visibility: visibilityOf(persona && personaVisibility(persona), options.visibleTools),
      model: options.model ?? noModel,
      bind: ({ name }) => bindingOf(name, board, options),
      skills: skills?.withConfig(config, { countUses: false }),
      concurrency: options.sessions ? 'per_session' : 'fork_per_request',
      now: Date.now,
      newId: randomUUID,
      delay: realDelay,
      countTokens: countTextTokens,
      readGuidance: board.readGuidance,
      logger: silentLogger,
    });
    const contextOf = (context: ToolContext | undefined) => ({ ...persona?.tool_context, ...context });
    const close = async () => {
      await engine.close();
      skills?.close();
    };
    return plannerOf(engine, { contextOf, close, sessions: options.sessions ?? false, model: options.model });
  } catch (error) {
    skills?.close();
    throw error;
  }
}

interface PlannerParts {
  readonly contextOf: (context: ToolContext | undefined) => CoreContext;
  readonly close: () => Promise<void>;
  readonly sessions: boolean;
  readonly model: ModelClient | undefined;
}

function plannerOf(engine: Engine, { contextOf, close, sessions, model }: PlannerParts): Planner {
  /** Which planner goes on with a paused run: the fork that paused it. */
  const paused = new BoundedMap<Engine>(pausedRuns, Date.now);
  let closed = false;
  const refuseClosed = () => {
    if (closed) throw new PegboardError('usage', 'The planner was closed.', { hint: 'Make a new one.' });
  };
  const play = async (options: RunOptions, of: Engine, work: (how: EngineRunOptions) => Promise<Trace>) => {
    const { onStep, onText, signal } = options;
    const watched = watchedModel(options.model ?? model ?? noModel);
    const trace = await work({
      model: watched.client,
      signal,
      onUpdate: onStep && ((update) => update.type === 'step' && onStep(update.step)),
      onChunk: onText,
    });
    paused.release();
    if (trace.resume_token !== null) paused.set(trace.resume_token, of);
    const { error } = watched;
    return trace.reason === 'model_failed' && error !== undefined ? { ...trace, error } : trace;
  };
  const planner: Planner = {
    plan: async ({ query = '', context } = {}) => {
      refuseClosed();
      const { prompt, tools, deferred } = await engine.firstPrompt({ query, tool_context: contextOf(context) });
      return { system: promptText(prompt.blocks), blocks: prompt.blocks, tokens: prompt.tokens, tools, deferred };
    },
    run: async ({ query, history, context, ...options }) => {
      refuseClosed();
      const of = sessions ? engine : engine.fork();
      return play(options, of, (how) =>
        of.run({ ...how, query, history: [...(history ?? [])], tool_context: contextOf(context) }),
      );
    },
    resume: async (token, { approved, ...options }) => {
      refuseClosed();
      const of = paused.get(token) ?? engine;
      const run = await play(options, of, (how) => of.resume(token, { ...how, approved }));
      if (run.resume_token !== token) paused.delete(token);
      return run;
    },
    close: async () => {
      closed = true;
      paused.clear();
      await close();
    },
    [Symbol.asyncDispose]: () => planner.close(),
  };
  return planner;
}

const noModel: ModelClient = {
  complete: async () => {
    throw new PegboardError('usage', 'No model was given.', { hint: 'Give a model to createPlanner or to run.' });
  },
};

/** The client, and what it threw: the engine keeps that out of what it tells, since it may hold a key. */
function watchedModel(model: ModelClient): { readonly client: ModelClient; readonly error: Run['error'] } {
  const watched = {
    error: undefined as unknown,
    client: {
      complete: async (request) => {
        try {
          return await model.complete(request);
        } catch (error) {
          watched.error = error;
          throw error;
        }
      },
    } satisfies ModelClient,
  };
  return watched;
}

/** What runs a tool: the caller's function for it, its own, or the one for all others. */
function bindingOf(name: string, { functions }: Board, { tools = {}, callTool }: CreatePlannerOptions): ToolBinding {
  const own = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const run = own ?? functions.get(name) ?? callTool;
  if (!run) return async () => ({ kind: 'error', message: `No function runs ${name}.` });
  return async ({ args, context, signal }) => ({ kind: 'result', value: await run(args, { name, context, signal }) });
}

/** What a persona may see, and of it what the caller's function leaves. */
function visibilityOf(
  persona: ToolVisibilityPolicy | null,
  visibleTools: VisibleTools | undefined,
): ToolVisibilityPolicy | undefined {
  if (!visibleTools) return persona ?? undefined;
  return {
    visibleTools: async (tools, context) => {
      const seen = new Set([...((await persona?.visibleTools(tools, context)) ?? tools)].map(({ name }) => name));
      const left = await visibleTools(
        tools.filter(({ name }) => seen.has(name)),
        context,
      );
      return [...left].filter(({ name }) => seen.has(name));
    },
  };
}
