import { type ApprovalAction, approvalAction } from '#shared/domain/approval.ts';
import type { Source } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { contractDigest, contractHashes, contractOf } from '../approval/contract.ts';
import { draftOf } from '../approval/lock-edits.ts';
import type { Lock } from '../approval/lock-text.ts';
import { toolStates } from '../approval/tool-states.ts';
import { type CapturedTool, capturedFromServer } from '../catalog/captured-tools.ts';
import { catalogName } from '../catalog/normalise-tool.ts';
import { listMcpTools } from '../mcp/list-tools.ts';
import type { McpLimits } from '../mcp/mcp-limits.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { KeptSession } from './kept-session.ts';
import type { SessionAtWork } from './server-sessions.ts';

/** How long a list is trusted, milliseconds. A server may change it without a notification. */
const trustedMs = 60_000;

/** What a server listed during a session. */
interface Listed {
  /** How often it had said until then that its list changed. */
  readonly heard: number;
  /** On the stopwatch. */
  readonly at: number;
  /** By the names in the catalog. */
  readonly tools: ReadonlyMap<string, CapturedTool>;
}

/** Compares what servers list now with what was approved, before a tool is called. */
export class LiveCheck {
  readonly #stopwatch: () => number;
  readonly #listed = new WeakMap<KeptSession, Promise<Listed>>();

  constructor(stopwatch: () => number) {
    this.#stopwatch = stopwatch;
  }

  /**
   * What the workspace does with a tool as its server describes it at this moment: `allow` where that is what was imported. Lists
   * the tools of the server when the session is new, when it said that they changed, and every minute. Errors: those of listing.
   */
  async actionFor(
    at: SessionAtWork,
    tool: CatalogTool,
    { loaded, limits }: { readonly loaded: LoadedWorkspace; readonly limits: McpLimits },
  ): Promise<ApprovalAction> {
    const captured = loaded.sources.find(({ source }) => source.name === tool.source);
    if (!captured) return 'allow';
    const { source } = captured;
    const live = (await this.#list(at, source, limits)).tools.get(tool.name);
    const imported = captured.tools.find((one) => catalogName(one, source) === tool.name);
    if (live && imported && digestOf(live, source) === digestOf(imported, source)) return 'allow';
    const { approvals } = loaded.file.config;
    if (!live) {
      // Some servers list a tool at some times only. Without a lock nobody asked for more care.
      if (loaded.lock.kind === 'none') return 'allow';
      return approvalAction(approvals, source.name, { state: 'removed', change: 'breaking' });
    }
    const state = toolStates([{ source, tools: [live] }], lockOf(loaded)).get(tool.name);
    return state ? approvalAction(approvals, source.name, state) : 'allow';
  }

  async #list({ session, masker, kept }: SessionAtWork, source: Source, limits: McpLimits): Promise<Listed> {
    const known = await this.#listed.get(kept)?.catch(() => undefined);
    const isFresh = known && known.heard === kept.toolsChanged && this.#stopwatch() - known.at < trustedMs;
    if (isFresh) return known;
    const heard = kept.toolsChanged;
    const listing = listMcpTools(session, { limits }).then((listed) => ({
      heard,
      at: this.#stopwatch(),
      tools: new Map(readable(masker.value(listed), source).map((tool) => [catalogName(tool, source), tool])),
    }));
    this.#listed.set(kept, listing);
    return listing;
  }
}

/** The tools of a list that can be read; none when none can. */
function readable(listed: Parameters<typeof capturedFromServer>[0], { name }: Source): readonly CapturedTool[] {
  try {
    return capturedFromServer(listed, { server: null, label: name, mayBeEmpty: true }).tools;
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return [];
  }
}

/** What was approved: without a lock, everything as it was imported. */
function lockOf({ lock, sources }: LoadedWorkspace): Lock {
  if (lock.kind !== 'none') return lock;
  return { kind: 'read', entries: draftOf({ lock, sources }), unproven: new Set(), isWhole: true, problems: [] };
}

function digestOf(tool: CapturedTool, source: Source): string {
  return contractDigest(contractHashes(contractOf(tool, source)));
}
