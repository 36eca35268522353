import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type AgentStyleName, agentStyleName } from '../../catalog/builtin-catalog.ts';
import type { AgentStyle } from './agent-style.ts';
import { historyStyle } from './history.ts';
import { oneDiscoveryStyle } from './one-discovery.ts';
import { standardStyle } from './standard.ts';

const styles: Readonly<Record<AgentStyleName, (config: WorkspaceConfig) => AgentStyle>> = {
  standard: standardStyle,
  history: historyStyle,
  one_discovery: oneDiscoveryStyle,
};

/** The style of a workspace's agent. A new one is a file in this folder and an entry here. */
export function agentStyle(config: WorkspaceConfig): AgentStyle {
  return styles[agentStyleName(config)](config);
}
