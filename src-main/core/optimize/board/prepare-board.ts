import { compileGlob } from '#shared/domain/glob.ts';
import type { OptimizeBoardInput } from '#shared/domain/optimize.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { UseSession } from '#shared/domain/use.ts';
import { codePoints } from '#shared/tokens.ts';
import { type PromptEnvironment, workspacePrompt } from '../../planner/prompts/initial-prompt.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { entryLine } from '../../prompt/render-tool.ts';
import { allowedTools, findPersona } from '../../workspace/allowed-tools.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import { measureSearches, noSearches } from '../measure-searches.ts';
import type { BoardItem, BoardJob } from './board-job.ts';
import { type CostFacts, sessionCosts, shareOfGets } from './session-needs.ts';

/** Folds that sessions are divided into, and what divides them: the same sessions give the same report. */
export const boardFolds = 5;
const seed = 20_261;

/** A job with what its report says about it. */
export interface PreparedBoard {
  readonly job: BoardJob;
  readonly facts: CostFacts;
  readonly requests: number;
}

/**
 * Everything that a board is chosen from: the tools that may be used at all with the tokens of their entries, and the sessions as costs.
 * Errors: `unknown_persona`, `cancelled`.
 */
export async function prepareBoard(
  workspace: OpenWorkspace,
  sessions: readonly UseSession[],
  {
    input,
    cacheRead,
    prompts,
  }: { readonly input: OptimizeBoardInput; readonly cacheRead: number; readonly prompts: PromptEnvironment },
): Promise<PreparedBoard> {
  const { loaded } = workspace;
  const { config } = loaded.file;
  const caller = input.persona === undefined ? {} : { persona: input.persona };
  const kept = input.keep.map(compileGlob);
  const tools = [...allowedTools(loaded, caller).values()];
  const items = tools.map((tool): BoardItem => {
    const entry = entryLine(tool, config.tool_examples);
    return {
      name: tool.name,
      codePoints: codePoints(entry),
      o200k: countTextTokens(entry).o200k,
      // A list of the source names it: somebody decided about this very tool, outside of the patterns.
      pinned: tool.mode_reason.rule === 'source_list' || kept.some((matches) => matches(tool.name)),
      onBoard: tool.mode === 'always',
    };
  });
  const placeOf = new Map(items.map(({ name }, place) => [name, place]));
  const onBoard = new Set(items.flatMap((item, place) => (item.onBoard ? [place] : [])));
  const queries = sessions.flatMap(({ searches }) => searches.map(({ query }) => query));
  const asked = queries.length > 0 ? queries : sessions.flatMap(({ calls }) => calls.map(({ tool }) => tool));
  const search = config.tool_search.enabled
    ? await workspace.withSearchScope({ caller }, (scope) => measureSearches(scope, asked, prompts.signal))
    : noSearches;
  const persona = findPersona(config, input.persona);
  const prompt = countTextTokens(promptText(await workspacePrompt(loaded, { persona, query: null }, prompts))).o200k;
  const facts: CostFacts = {
    cacheRead,
    fixedPrompt: Math.max(0, prompt - [...onBoard].reduce((sum, place) => sum + (items[place]?.o200k ?? 0), 0)),
    searchOf: search.of,
    meanSearch: search.mean,
    definitions: items.map(({ o200k }) => o200k),
  };
  const audiences = audiencesOf(workspace, sessions, placeOf);
  const getShare = shareOfGets(sessions);
  const costs = sessions.map((session) => {
    const audience = audiences.of(session.persona);
    const mayUse = (place: number) => audiences.sets[audience]?.has(place) ?? true;
    return sessionCosts(session, { placeOf, onBoard, audience, mayUse, getShare, facts });
  });
  const requests = sessions.reduce((sum, one) => sum + one.searches.length + one.calls.length + one.gets.length + 1, 0);
  return {
    job: {
      ...{ items, sessions: costs, budget: input.budget ?? null, meanSearch: search.mean, folds: boardFolds, seed },
      audiences: audiences.sets.map((set) => set && [...set]),
    },
    facts,
    requests: requests / Math.max(1, sessions.length),
  };
}

/** Which of the tools the persona of each session may use; a persona that the workspace does not have may use all. */
function audiencesOf(
  { loaded }: OpenWorkspace,
  sessions: readonly UseSession[],
  placeOf: ReadonlyMap<string, number>,
): { readonly sets: readonly (ReadonlySet<number> | null)[]; readonly of: (persona: string | null) => number } {
  const known = new Set(loaded.file.config.personas.map(({ name }) => name));
  const names = [...new Set(sessions.map(({ persona }) => persona))].filter((name) => name !== null && known.has(name));
  const sets = names.map((persona) => {
    const allowed = allowedTools(loaded, { persona: persona ?? undefined });
    return new Set([...placeOf].flatMap(([name, place]) => (allowed.has(name) ? [place] : [])));
  });
  return { sets: [null, ...sets], of: (persona) => names.indexOf(persona) + 1 };
}
