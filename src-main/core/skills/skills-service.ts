import type { SkillEvent } from '#shared/domain/skill-event.ts';
import { ChangeSignal } from '../change-signal.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { CallOptions, Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { getSkills, listSkills, relevantSkills } from './retrieval/get-skills.ts';
import { searchSkills } from './retrieval/search-skills.ts';
import { renderSkillDirectory } from './retrieval/skill-directory.ts';
import type { SkillLibrary } from './skill-library.ts';

export interface SkillsServiceOptions {
  readonly library: SkillLibrary;
  /** Runs work on the open workspace. Error: `workspace_not_found`. */
  readonly onWorkspace: <Result>(work: (workspace: LoadedWorkspace) => Promise<Result>) => Promise<Result>;
  /** Calls back when the workspace changes, until the returned function is called. */
  readonly onWorkspaceChange: (listener: () => void) => () => void;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly onEvent?: ((event: SkillEvent) => void) | undefined;
}

type SkillTools = Pick<
  Services['skills'],
  'load' | 'watch' | 'search' | 'get' | 'getExplained' | 'list' | 'relevant' | 'directory'
>;

/** The provider of skills that ships: local, each call on behalf of a caller (R8.41). Retrieval never activates a tool (R11.18). */
export function createSkillTools({
  library,
  onWorkspace,
  onWorkspaceChange,
  stopwatch,
  onEvent = () => {},
}: SkillsServiceOptions): SkillTools {
  const load = (reload: boolean, signal: AbortSignal | undefined) =>
    onWorkspace((workspace) => library.load(workspace, { reload, signal }));
  return {
    load: ({ reload }, call?: CallOptions) => load(reload, call?.signal),
    async *watch(call) {
      const changed = new ChangeSignal();
      const ends = [library.onChange(() => changed.notify()), onWorkspaceChange(() => changed.notify())];
      try {
        const changes = changed.changes(call?.signal);
        // Waiting before the first load: a change while it runs counts.
        for (let next = changes.next(), done = false; !done; ) {
          yield await load(false, call?.signal);
          done = (await next).done ?? false;
          next = changes.next();
        }
      } finally {
        for (const end of ends) end();
      }
    },
    search: ({ input, caller, explain }, call) =>
      onWorkspace(async (workspace) => {
        const { outcome, elapsed_ms } = await library.use({ workspace, caller, signal: call?.signal }, ({ scope }) => {
          const start = stopwatch();
          return { outcome: searchSkills(scope, input, explain), elapsed_ms: stopwatch() - start };
        });
        const { skills, search_type } = outcome.output;
        onEvent({
          type: 'skill_search_query',
          query: input.query,
          requested_search_type: input.search_type,
          effective_search_type: search_type,
          results_count: skills.length,
        });
        return { ...outcome, output_tokens: countTextTokens(JSON.stringify(outcome.output)), elapsed_ms };
      }),
    get: ({ input, caller }, call) =>
      onWorkspace((workspace) =>
        library.use({ workspace, caller, signal: call?.signal }, ({ scope, store }) => {
          const { output, used, tokens } = getSkills(scope, input);
          store.noteUse(used.map(({ row }) => row));
          onEvent({
            type: 'skill_get',
            names: input.names,
            returned_count: output.skills.length,
            max_tokens: input.max_tokens,
            final_tokens_est: tokens,
          });
          return output;
        }),
      ),
    getExplained: ({ input, caller }, call) =>
      onWorkspace((workspace) =>
        library.use({ workspace, caller, signal: call?.signal }, ({ scope }) => {
          const { output, fits } = getSkills(scope, input);
          return { output, output_tokens: countTextTokens(JSON.stringify(output)), skills: fits };
        }),
      ),
    list: ({ input, caller }, call) =>
      onWorkspace((workspace) =>
        library.use({ workspace, caller, signal: call?.signal }, ({ scope }) => {
          const output = listSkills(scope, input);
          const { task_type, origin, scope: mode } = input;
          const given = Object.entries({ task_type, origin, scope: mode });
          const filters = Object.fromEntries(
            given.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined),
          );
          onEvent({ type: 'skill_list', filters, returned_count: output.skills.length });
          return output;
        }),
      ),
    relevant: ({ task, caller, explain }, call) =>
      onWorkspace((workspace) =>
        library.use({ workspace, caller, signal: call?.signal }, ({ scope, store }) => {
          const { output, used, explanation } = relevantSkills(scope, task, explain);
          // Who looks at what a task would get must not make its skills look used (R8.14).
          if (explain) return { ...output, explanation };
          store.noteUse(used.map(({ row }) => row));
          const { top_k_used, raw_tokens_est, final_tokens_est, was_summarized } = output;
          const skill_count = output.names.length;
          onEvent({
            type: 'skills_retrieved',
            skill_count,
            top_k_used,
            raw_tokens_est,
            final_tokens_est,
            was_summarized,
          });
          return { ...output, explanation };
        }),
      ),
    directory: ({ caller }, call) =>
      onWorkspace((workspace) =>
        library.use({ workspace, caller, signal: call?.signal }, ({ scope, store, pinned }) => {
          const directory = renderSkillDirectory(scope, { pinned, usage: store.usage() });
          if (directory.count > 0) onEvent({ type: 'skill_directory_rendered', count: directory.count });
          return directory;
        }),
      ),
  };
}
