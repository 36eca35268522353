import { readParts, type SourceParts } from '../catalog/captured/source-parts.ts';
import type { McpSession } from '../mcp/connect-mcp.ts';
import { listMcpPrompts } from '../mcp/list-prompts.ts';
import type { McpLimits } from '../mcp/mcp-limits.ts';
import type { Masker } from '../secrets/masker.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

interface Asking {
  readonly loaded: LoadedWorkspace;
  /** The name that the source has or gets. */
  readonly source: string;
  readonly limits: McpLimits;
  /** Hides the secrets of the connection. */
  readonly masker: Masker;
}

/** What a server says and lists besides its tools. Where its prompts cannot be listed, those of the last import stay. */
export async function offeredParts(
  session: McpSession,
  { loaded, source, limits, masker }: Asking,
): Promise<SourceParts> {
  const before = loaded.sources.find((one) => one.source.name === source)?.parts;
  const prompts = (await listMcpPrompts(session, { limits })) ?? before?.prompts ?? [];
  return readParts(masker.value({ instructions: session.instructions, prompts }));
}
