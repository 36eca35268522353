import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { CatalogComparison, ComparedTool, ToolState } from '#shared/domain/tool-comparison.ts';
import { isPegboardError } from '#shared/errors.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import { diffTools } from '../catalog/tool-diff.ts';
import { inBatches } from '../prompt/in-batches.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceAtVersion, WorkspaceVersions } from '../workspace/workspace-versions.ts';
import { promptSize, promptTokens } from './catalog-tokens.ts';

interface Comparing {
  readonly versions: WorkspaceVersions;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** A workspace in one state: the tools that its policy permits, and how it shows examples. */
interface Side {
  readonly registry: ReadonlyMap<string, CatalogTool>;
  readonly examples: ToolExamplesConfig;
}

/**
 * The tools of a workspace beside those of a version in git (decision 035): their tokens, and how the definitions differ. A version
 * without a workspace has no tools. Errors: `git_refused`, those of loading the version, `cancelled`.
 */
export async function compareWithVersion(
  loaded: LoadedWorkspace,
  version: string | null,
  { versions, ...batches }: Comparing,
): Promise<CatalogComparison> {
  const then = version === null ? null : await workspaceAt(loaded.root, version, versions);
  const after = sideOf(loaded);
  const before = then ? sideOf(then.loaded) : { registry: new Map(), examples: after.examples };
  const names = [...new Set([...before.registry.keys(), ...after.registry.keys()])].sort();
  const tools: ComparedTool[] = [];
  for await (const name of inBatches(names, batches)) tools.push(comparedTool(name, before, after));
  return { version: then ? then.facts() : null, tools };
}

async function workspaceAt(
  root: string,
  version: string,
  versions: WorkspaceVersions,
): Promise<WorkspaceAtVersion | null> {
  try {
    return await versions.at(root, version);
  } catch (error) {
    if (isPegboardError(error) && error.code === 'workspace_not_found') return null;
    throw error;
  }
}

function sideOf({ registry, file }: LoadedWorkspace): Side {
  return { registry, examples: file.config.tool_examples };
}

function comparedTool(name: string, before: Side, after: Side): ComparedTool {
  const [old, now] = [before.registry.get(name), after.registry.get(name)];
  return {
    name,
    before: old ? stateOf(old, before.examples) : null,
    after: now ? stateOf(now, after.examples) : null,
    changes: old && now ? diffTools(old, now) : [],
  };
}

function stateOf(tool: CatalogTool, examples: ToolExamplesConfig): ToolState {
  const estimate = tokensOfSize(promptSize(tool, examples), 'estimate');
  return { mode: tool.mode, tokens: { estimate, o200k: promptTokens(tool, examples) } };
}
