import { hostname } from 'node:os';
import type { Files } from '#core/files/files.ts';
import type { GitCatalog } from '#core/gateway/catalog/git-catalog.ts';
import type { SignInRows } from '#core/gateway/credentials/sign-in-rows.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Trail } from '#core/gateway/trail/trail.ts';
import type { ReadCallFigures } from '#core/gateway/usage/call-figures.ts';
import { createMasker } from '#core/secrets/masker.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { type GatewayAdminState, gatewayAdminForm, mostAdminRows } from '#shared/domain/gateway-admin.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CallerCounts } from './caller-counts.ts';
import { WaitingApprovals } from './waiting-approvals.ts';

/** How long a state is given again, milliseconds: pages of many operators ask the log once. */
const keptMs = 2_000;
const dayMs = 24 * 60 * 60_000;
/** Longest problem, characters. */
const longestProblem = 500;

/** What an administrator may know of the workspace and its stores. */
export interface AdminParts {
  readonly workspace: () => LoadedWorkspace;
  readonly sources: () => Promise<readonly SourceSummary[]>;
  readonly figures: ReadCallFigures;
  /** Absent where callers sign in nowhere. */
  readonly signIns: Pick<SignInRows, 'counts'> | undefined;
  /** Absent where it could not be opened. */
  readonly trail: Pick<Trail, 'newest'> | undefined;
  readonly files: Files;
  readonly version: string;
}

export interface AdminStateOptions extends AdminParts {
  readonly gateway: Pick<Gateway, 'problem' | 'tools' | 'troubles' | 'withheld'>;
  readonly catalog: Pick<GitCatalog, 'state'> | undefined;
  readonly callers: CallerCounts;
  /** The process as it is now. */
  readonly process: () => Pick<GatewayAdminState['process'], 'requests_under_way' | 'ready' | 'problem' | 'store'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Rows<Name extends 'upstreams' | 'approvals' | 'trail'> = GatewayAdminState[Name]['items'];

/** The state of a gateway server for its operator: names and numbers. A part that cannot be read says why; the others are there. */
export class AdminState {
  readonly #options: AdminStateOptions;
  readonly #approvals: WaitingApprovals;
  readonly #startedAt: number;
  #folder: { readonly version: string; readonly since: number } | undefined;
  #last: { readonly at: number; readonly state: Promise<GatewayAdminState> } | undefined;

  constructor(options: AdminStateOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    const { workspace, gateway, files, now } = options;
    this.#approvals = new WaitingApprovals({ workspace, withheld: () => gateway.withheld(), files, now });
  }

  /** The state, at most two seconds old. */
  read(): Promise<GatewayAdminState> {
    const at = this.#options.now();
    const last = this.#last;
    if (last && at >= last.at && at - last.at < keptMs) return last.state;
    const state = this.#read(at);
    this.#last = { at, state };
    // A failure is not kept.
    state.catch(() => {
      if (this.#last?.state === state) this.#last = undefined;
    });
    return state;
  }

  close(): void {
    this.#approvals.close();
  }

  async #read(at: number): Promise<GatewayAdminState> {
    const { callers, version } = this.#options;
    const [upstreams, calls, approvals, signIns, trail] = await Promise.all([
      this.#upstreams(at),
      this.#calls(at - dayMs),
      this.#approvals.list(),
      part(async () => (await this.#options.signIns?.counts()) ?? [], []),
      this.#trail(),
    ]);
    const state = this.#options.process();
    return {
      schema: gatewayAdminForm,
      at: timeOf(at),
      process: {
        ...{ host: hostname(), pid: process.pid, version, started_at: timeOf(this.#startedAt) },
        ...state,
        problem: words(state.problem),
      },
      catalog: this.#catalog(at),
      upstreams: listOf(upstreams),
      calls,
      callers: listOf(callers.list(at).map(({ lastAt, ...count }) => ({ ...count, last_at: timeOf(lastAt) }))),
      approvals: listOf(approvals.map(({ seenAt, ...one }) => ({ ...one, seen_at: timeOf(seenAt) }))),
      sign_ins: { ...listOf(signIns.value), problem: signIns.problem },
      trail,
    };
  }

  #catalog(at: number): GatewayAdminState['catalog'] {
    const { catalog, gateway, workspace } = this.#options;
    const tools = gateway.tools();
    const state = catalog?.state();
    if (state) {
      const { commit, served_at, checked_at, problem } = state;
      const checked = checked_at === null ? null : timeOf(checked_at);
      return {
        from: 'git',
        version: commit,
        since: timeOf(served_at),
        tools,
        checked_at: checked,
        problem: words(problem),
      };
    }
    const version = workspace().contentKey;
    if (this.#folder?.version !== version) this.#folder = { version, since: this.#folder ? at : this.#startedAt };
    const since = timeOf(this.#folder.since);
    return { from: 'folder', version, since, tools, checked_at: null, problem: words(gateway.problem()) };
  }

  async #upstreams(at: number): Promise<Rows<'upstreams'>> {
    const { sources, gateway } = this.#options;
    const troubles = new Map(gateway.troubles().map((trouble) => [trouble.source, trouble]));
    const rows = (await sources()).flatMap(({ name, state, enabled, consented, stale, mcp_problem }) => {
      if (state === null) return [];
      const trouble = troubles.get(name);
      return [
        {
          ...{ source: name, enabled, consented: consented === true, state, stale },
          failures: trouble?.failures ?? 0,
          paused_until: trouble && trouble.pauseMs > 0 ? timeOf(at + trouble.pauseMs) : null,
          error: trouble?.code ?? mcp_problem?.code ?? null,
        },
      ];
    });
    // What fails comes first.
    return rows.sort((a, b) => Number(b.error !== null) - Number(a.error !== null));
  }

  async #calls(since: number): Promise<GatewayAdminState['calls']> {
    const none = { rows: [], total: 0 };
    const { value, problem } = await part(() => this.#options.figures(since, mostAdminRows), {
      ...{ personas: none, outcomes: none, problem: null },
    });
    const { enabled } = this.#options.workspace().file.config.gateway.log;
    const off = enabled ? null : 'The usage log is off: gateway.log.enabled of the workspace.';
    return {
      since: timeOf(since),
      problem: problem ?? words(value.problem) ?? off,
      personas: {
        items: value.personas.rows.map(({ persona, requests, failed }) => ({ persona, requests, failed })),
        more: value.personas.total - value.personas.rows.length,
      },
      outcomes: {
        items: value.outcomes.rows.map(({ source, outcome, requests }) => ({ source, outcome, requests })),
        more: value.outcomes.total - value.outcomes.rows.length,
      },
    };
  }

  async #trail(): Promise<GatewayAdminState['trail']> {
    const { trail } = this.#options;
    if (!trail) return { items: [], more: 0, problem: 'The audit trail could not be opened.' };
    const { value, problem } = await part(() => trail.newest(mostAdminRows), []);
    // Not the values: they may quote a definition.
    const items = value.map(({ number, at, by, action, subject }) => ({ number, at: timeOf(at), by, action, subject }));
    return { items, more: Math.max(0, (value[0]?.number ?? 0) - items.length), problem };
  }
}

/** A part of the state, or why it cannot be read. */
async function part<Value>(read: () => Promise<Value>, none: Value): Promise<{ value: Value; problem: string | null }> {
  try {
    return { value: await read(), problem: null };
  } catch (error) {
    return { value: none, problem: words(isPegboardError(error) ? error.message : 'It cannot be read.') };
  }
}

const masker = createMasker([]);

function words(problem: string | null): string | null {
  return problem === null ? null : masker.text(problem).slice(0, longestProblem).toWellFormed();
}

function listOf<Row>(rows: readonly Row[]): { items: Row[]; more: number } {
  return { items: rows.slice(0, mostAdminRows), more: Math.max(0, rows.length - mostAdminRows) };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
