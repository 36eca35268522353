import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { ToolBinding } from '../run/run-tool.ts';
import type { AgentStyle } from '../styles/agent-style.ts';

/** An agent whose tools are those that a server lists, in place of the workspace's; its style says who answers a call. */
export interface SimulatedHost {
  readonly config: WorkspaceConfig;
  readonly tools: readonly CatalogTool[];
  readonly style: AgentStyle;
  close(): Promise<void>;
}

/** What such an agent is made of: the workspace as the scenario wants it, who calls, and what runs a tool of the workspace. */
export interface HostStage {
  readonly loaded: LoadedWorkspace;
  readonly persona: string | null;
  readonly bind: (tool: CatalogTool) => ToolBinding;
  /** Milliseconds since 1970, on the clock of the run. */
  readonly now: () => number;
}
