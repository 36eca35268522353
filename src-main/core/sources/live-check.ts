import { type ApprovalAction, approvalAction } from '#shared/domain/approval.ts';
import type { Source } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { changeWords } from '../approval/change-words.ts';
import { contractOf, sameContract } from '../approval/contract.ts';
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
  /** Tools of the source that are withheld for what the server lists, by the state of the files. */
  readonly withheld: WeakMap<LoadedWorkspace, ReadonlySet<string>>;
}

interface CheckedAgainst {
  readonly loaded: LoadedWorkspace;
  readonly limits: McpLimits;
}

/** Compares what servers list now with what was approved, before a tool is listed or called. */
export class LiveCheck {
  readonly #stopwatch: () => number;
  readonly #listed = new WeakMap<KeptSession, Promise<Listed>>();
  readonly #failed = new WeakMap<KeptSession, Pick<Listed, 'heard' | 'at'>>();

  constructor(stopwatch: () => number) {
    this.#stopwatch = stopwatch;
  }

  /**
   * What the workspace does with a tool as its server describes it at this moment: `allow` where that is what was imported. Lists
   * the tools of the server when the session is new, when it said that they changed, and every minute. Errors: those of listing.
   */
  async actionFor(at: SessionAtWork, tool: CatalogTool, { loaded, limits }: CheckedAgainst): Promise<LiveAction> {
    const captured = loaded.sources.find(({ source }) => source.name === tool.source);
    if (!captured) return allowed;
    const { source } = captured;
    const { tools } = await this.#list(at, source, limits);
    const imported = captured.tools.find((one) => catalogName(one, source) === tool.name);
    return actionOf({ source, name: tool.name, live: tools.get(tool.name), imported }, loaded);
  }

  /**
   * Names of the tools of a source that the workspace withholds for what its server lists at this moment. A server that could not list
   * them is not asked again for a minute, unless it says that its list changed: nothing is known of it then. Never throws.
   */
  async withheldBy(at: SessionAtWork, name: string, { loaded, limits }: CheckedAgainst): Promise<ReadonlySet<string>> {
    const captured = loaded.sources.find(({ source }) => source.name === name);
    const failure = this.#failed.get(at.kept);
    if (!captured || (failure && this.#isFresh(failure, at.kept))) return none;
    const { source } = captured;
    const heard = at.kept.toolsChanged;
    try {
      const listed = await this.#list(at, source, limits);
      const known = listed.withheld.get(loaded);
      if (known) return known;
      const names = captured.tools.flatMap((imported) => {
        const tool = catalogName(imported, source);
        const { action } = actionOf({ source, name: tool, live: listed.tools.get(tool), imported }, loaded);
        return action === 'quarantine' ? [tool] : [];
      });
      const withheld = new Set(names);
      listed.withheld.set(loaded, withheld);
      return withheld;
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      this.#failed.set(at.kept, { heard, at: this.#stopwatch() });
      return none;
    }
  }

  #isFresh({ heard, at }: Pick<Listed, 'heard' | 'at'>, kept: KeptSession): boolean {
    return heard === kept.toolsChanged && this.#stopwatch() - at < trustedMs;
  }

  async #list({ session, masker, kept }: SessionAtWork, source: Source, limits: McpLimits): Promise<Listed> {
    const known = await this.#listed.get(kept)?.catch(() => undefined);
    if (known && this.#isFresh(known, kept)) return known;
    const heard = kept.toolsChanged;
    const listing = listMcpTools(session, { limits }).then((listed) => ({
      heard,
      at: this.#stopwatch(),
      tools: new Map(readable(masker.value(listed), source).map((tool) => [catalogName(tool, source), tool])),
      withheld: new WeakMap(),
    }));
    this.#listed.set(kept, listing);
    return listing;
  }
}

const none: ReadonlySet<string> = new Set();

/** One tool of a source, as its server lists it now and as it was imported. */
interface ListedTool {
  readonly source: Source;
  /** Name in the catalog. */
  readonly name: string;
  readonly live: CapturedTool | undefined;
  readonly imported: CapturedTool | undefined;
}

/** What the workspace does with a tool, and how the tool differs from what was approved, in words that follow its name. */
interface LiveAction {
  readonly action: ApprovalAction;
  readonly change: string;
}

const allowed: LiveAction = { action: 'allow', change: '' };

function actionOf({ source, name, live, imported }: ListedTool, loaded: LoadedWorkspace): LiveAction {
  if (live && imported && sameContract(contractOf(live, source), contractOf(imported, source))) return allowed;
  const { approvals } = loaded.file.config;
  if (!live) {
    // Some servers list a tool at some times only. Without a lock nobody asked for more care.
    if (loaded.lock.kind === 'none') return allowed;
    const action = approvalAction(approvals, source.name, { state: 'removed', change: 'breaking' });
    return { action, change: 'is not in the list of its server any more' };
  }
  const state = toolStates([{ source, tools: [live] }], lockOf(loaded)).get(name);
  if (!state) return allowed;
  return { action: approvalAction(approvals, source.name, state), change: changeWords(state, source) };
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
  const entries = draftOf({ lock, sources, parts: [] });
  return { kind: 'read', version: 2, entries, unproven: new Set(), isWhole: true, problems: [] };
}
