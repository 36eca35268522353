import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { NameMap } from '../providers/name-map.ts';

/** A tool as a host lists it. */
export interface ServedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The content of a list: tools sorted by name, their texts gated. */
export interface ServedInput {
  readonly tools: readonly CatalogTool[];
  readonly names: NameMap;
  readonly config: WorkspaceConfig;
  readonly mode: GatewayMode;
  /** Takes names out of a text that its reader may not know. */
  readonly readable: (text: string) => string;
}
