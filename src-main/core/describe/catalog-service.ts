import type { IndexProgress, IndexStatus } from '#shared/domain/index-status.ts';
import { isDestructive, toolDefinitionJson } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { findTool } from '../catalog/find-tool.ts';
import { CatalogLint, type LintThread } from '../catalog/lint/catalog-lint.ts';
import { prepareImport } from '../catalog/plan-import.ts';
import type { Files } from '../files/files.ts';
import { progressStream } from '../progress-stream.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { WorkspaceVersions } from '../workspace/workspace-versions.ts';
import { catalogTokens, promptSize } from './catalog-tokens.ts';
import { compareWithVersion } from './compare-versions.ts';
import { definitionFindings } from './definition-findings.ts';
import { describeTool } from './describe-tool.ts';

interface CatalogServiceParts {
  readonly session: WorkspaceSession;
  /** The thread that looks at definitions; without it this one does. */
  readonly lintThread: LintThread | undefined;
  readonly files: Files;
  readonly versions: WorkspaceVersions;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

/** The tools of the open workspace, and importing them from files. */
export function catalogService({
  session,
  lintThread,
  files,
  versions,
  stopwatch,
}: CatalogServiceParts): Services['catalog'] {
  const lint = new CatalogLint({ clock: stopwatch, thread: lintThread });
  const loaded = () => session.current().loaded;
  return {
    list: async () => {
      const { registry, file } = loaded();
      return [...registry.values()].map((tool) => ({
        ...tool,
        is_destructive: isDestructive(tool),
        prompt_size: promptSize(tool, file.config.tool_examples),
      }));
    },
    get: async ({ name }) => {
      const tool = findTool(loaded().catalog.byName, name);
      return tool ? { tool, tokens: countTextTokens(toolDefinitionJson(tool)) } : null;
    },
    describe: async ({ name }) => {
      const { catalog, registry, sources, file } = loaded();
      const tool = catalog.byName.get(name);
      return tool ? describeTool(tool, { file, sources, findings: lint.one(registry, tool) }) : null;
    },
    getMany: async ({ names }) => {
      const { byName } = loaded().catalog;
      return names.flatMap((name) => byName.get(name) ?? []);
    },
    tokens: async (call) => {
      const { registry, file } = loaded();
      const examples = file.config.tool_examples;
      return catalogTokens(registry.values(), { examples, clock: stopwatch, signal: call?.signal });
    },
    lint: async (call) =>
      [...(await lint.all(loaded().registry, call?.signal))].map(([name, findings]) => ({
        name,
        problems: findings.map(({ code, severity }) => ({ code, severity })),
      })),
    findings: (call) => definitionFindings(loaded(), { lint, files, signal: call?.signal }),
    compareWith: ({ version }, call) =>
      compareWithVersion(loaded(), version, { versions, clock: stopwatch, signal: call?.signal }),
    planImport: async ({ files }, call) => {
      throwIfCancelled(call?.signal);
      return session.planImport((target) => prepareImport(files, target));
    },
    applyImport: async ({ files, base }, call) =>
      session.applyImport((target) => prepareImport(files, target), { base, signal: call?.signal }),
    syncIndex: ({ rebuild }, call) => syncWithProgress(session, rebuild, call?.signal),
  };
}

/** Runs a sync and yields its progress. */
async function* syncWithProgress(
  session: WorkspaceSession,
  rebuild: boolean,
  outer: AbortSignal | undefined,
): AsyncGenerator<IndexProgress, void> {
  const status = yield* progressStream<IndexProgress, IndexStatus>(
    ({ signal, onProgress }) =>
      session.syncIndex(rebuild, {
        signal,
        onProgress: (phase, done, total) => onProgress({ type: 'progress', phase, done, total }),
      }),
    outer,
  );
  yield { type: 'done', status };
}
