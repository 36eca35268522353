import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { Caller } from '#shared/domain/search-request.ts';
import type { SkillEvent } from '#shared/domain/skill-event.ts';
import type { SkillLoadReport } from '#shared/domain/skill-load.ts';
import { ChangeSignal } from '../change-signal.ts';
import type { Files } from '../files/files.ts';
import { wholePath } from '../files/whole-path.ts';
import { countJsonTokens } from '../prompt/count-tokens.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { convertSkills } from './convert-skills.ts';
import { exportSkills } from './export/export-skills.ts';
import { getSkills, listSkills, relevantSkills } from './retrieval/get-skills.ts';
import { searchSkills } from './retrieval/search-skills.ts';
import { renderSkillDirectory } from './retrieval/skill-directory.ts';
import type { OpenedScope, SkillLibrary } from './skill-library.ts';
import { validateSkills } from './validate-skills.ts';

interface SkillsServiceParts {
  readonly session: WorkspaceSession;
  readonly library: SkillLibrary;
  readonly files: Files;
  /** Folder for locks of exports, the user's own. */
  readonly locks: string;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly onEvent?: ((event: SkillEvent) => void) | undefined;
}

/** Packs and skills: files of them at any path, and the skills of the open workspace as a model would get them. */
export function skillsService(parts: SkillsServiceParts): Services['skills'] {
  return { ...skillFiles(parts), ...packsOfWorkspace(parts), ...skillTools(parts) };
}

function skillFiles({ files, locks }: SkillsServiceParts): Pick<Services['skills'], 'validate' | 'convert' | 'export'> {
  return {
    validate: async (input, call) => validateSkills({ ...input, path: wholePath(input.path) }, files, call?.signal),
    convert: async (input, call) =>
      convertSkills({ ...input, path: wholePath(input.path), out: wholePath(input.out) }, files, call?.signal),
    export: async (input, call) => {
      const { path, target } = input;
      const whole = { ...input, path: wholePath(path), target: wholePath(target) };
      return exportSkills(whole, files, { locks, signal: call?.signal });
    },
  };
}

function packsOfWorkspace({ session, library }: SkillsServiceParts): Pick<Services['skills'], 'load' | 'watch'> {
  const load = (reload: boolean, signal: AbortSignal | undefined): Promise<SkillLoadReport> =>
    session.onCurrent(({ loaded }) => library.load(loaded, { reload, signal }));
  return {
    load: ({ reload }, call) => load(reload, call?.signal),
    async *watch(call) {
      const changed = new ChangeSignal();
      const ends = [library.onChange(() => changed.notify()), session.onChange(() => changed.notify())];
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
  };
}

type SkillTools = Omit<Services['skills'], 'validate' | 'convert' | 'export' | 'load' | 'watch'>;

/** The provider of skills that ships: local, each call on behalf of a caller (R8.41). Retrieval never activates a tool (R11.18). */
function skillTools({ session, library, stopwatch, onEvent = () => {} }: SkillsServiceParts): SkillTools {
  const use = <Result>(
    { caller, call }: { caller: Caller; call: CallOptions | undefined },
    work: (opened: OpenedScope) => Result,
  ) => session.onCurrent(({ loaded }) => library.use({ workspace: loaded, caller, signal: call?.signal }, work));
  return {
    search: async ({ input, caller, explain }, call) => {
      const { outcome, elapsed_ms } = await use({ caller, call }, ({ scope }) => {
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
      return { ...outcome, output_tokens: countJsonTokens(JSON.stringify(outcome.output)), elapsed_ms };
    },
    get: ({ input, caller }, call) =>
      use({ caller, call }, ({ scope, store }) => {
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
    getExplained: ({ input, caller }, call) =>
      use({ caller, call }, ({ scope }) => {
        const { output, fits } = getSkills(scope, input);
        return { output, output_tokens: countJsonTokens(JSON.stringify(output)), skills: fits };
      }),
    list: ({ input, caller }, call) =>
      use({ caller, call }, ({ scope }) => {
        const output = listSkills(scope, input);
        const { task_type, origin, scope: mode } = input;
        const given = Object.entries({ task_type, origin, scope: mode });
        const filters = Object.fromEntries(
          given.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined),
        );
        onEvent({ type: 'skill_list', filters, returned_count: output.skills.length });
        return output;
      }),
    relevant: ({ task, caller, explain }, call) =>
      use({ caller, call }, ({ scope, store }) => {
        const { output, used, explanation } = relevantSkills(scope, task, explain);
        // Looking at what a task would get must not count as use of its skills (R8.14).
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
    directory: ({ caller }, call) =>
      use({ caller, call }, ({ scope, store, pinned }) => {
        const directory = renderSkillDirectory(scope, { pinned, usage: store.usage() });
        if (directory.count > 0) onEvent({ type: 'skill_directory_rendered', count: directory.count });
        return directory;
      }),
  };
}
