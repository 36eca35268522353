import { setImmediate } from 'node:timers/promises';
import type { Finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';
import { serialQueue } from '../../serial-queue.ts';
import { toolRecordHash } from '../normalise-tool.ts';
import { CatalogNeighbours } from './across-sources.ts';
import { lintTool } from './lint-tool.ts';
import { similarNames } from './similar-names.ts';

/** Tools that a catalog lets run, by name: the same object for as long as nothing changes. */
type Registry = ReadonlyMap<string, CatalogTool>;

/** How long other work waits while a catalog is looked at, milliseconds: a key is typed meanwhile, and a frame has 16. */
const batchMs = 3;

/** With fewer tools to look at, starting a thread takes longer than looking. */
const fewestForThread = 100;

/** Tools of one question to the thread: about a tenth of a second, after which a caller that went away is noticed. */
const toolsOfQuestion = 50;

/** Tools that a thread looks at, and what they may spend. */
export interface LintQuestion {
  readonly tools: readonly CatalogTool[];
  readonly budget: CheckBudget;
}

/** The findings of each of these tools, and what is left to spend. */
export interface LintAnswer {
  readonly findings: readonly (readonly Finding[])[];
  readonly budget: CheckBudget;
}

/** A thread that looks at tools by `lintTool`. */
export interface LintThread {
  ask(question: LintQuestion, signal?: AbortSignal): Promise<LintAnswer>;
}

/** Steps for the examples of all tools: about two seconds, and ten times what 10,000 usual tools take. */
const stepsOfCatalog = 8_000_000;

/** Tools whose findings the process remembers beyond a catalog, and findings of one of them: at most about 40 MB. */
const remembered = { tools: 2000, findings: 10 };

/** Findings by the hash of a tool's record, of every catalog of this process: a workspace that is opened again is not looked at again. */
const findingsByHash = new Map<string, readonly Finding[]>();

function remember(hash: string, findings: readonly Finding[]): void {
  // How many steps were left depends on the other tools of the catalog.
  if (findings.length > remembered.findings || findings.some(({ code }) => code === 'example_not_checked')) return;
  findingsByHash.set(hash, findings);
  const [oldest] = findingsByHash.keys();
  if (findingsByHash.size > remembered.tools && oldest !== undefined) findingsByHash.delete(oldest);
}

/**
 * The findings about definitions, kept for as long as a tool's record stays the same, so that a change of one tool in 10,000
 * costs one. `clock` is in milliseconds and only grows. Many new tools are looked at in `thread`: a definition takes a
 * millisecond or two, and a person who opens 1,000 of them types meanwhile.
 */
export class CatalogLint {
  readonly #clock: () => number;
  readonly #thread: LintThread | undefined;
  #byHash = new Map<string, readonly Finding[]>();
  readonly #ofTool = new WeakMap<CatalogTool, readonly Finding[]>();
  /** The hash of a tool's record. Hashing 10,000 tools takes a third of a second, and each load of the page asks for the findings. */
  readonly #hashOfTool = new WeakMap<CatalogTool, string>();
  readonly #neighbours = new CatalogNeighbours();
  #current: Registry | null = null;
  readonly #similar = new WeakMap<Registry, ReadonlyMap<string, Finding>>();
  /** Who asks while another one's tools are looked at finds them looked at. */
  readonly #inTurn = serialQueue();

  constructor({ clock, thread }: { readonly clock: () => number; readonly thread?: LintThread | undefined }) {
    this.#clock = clock;
    this.#thread = thread;
  }

  /** Findings of every tool that has some, by name. Gives way to other work between batches. Error: `cancelled`. */
  all(registry: Registry, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly Finding[]>> {
    return this.#inTurn(() => this.#all(registry, signal));
  }

  async #all(registry: Registry, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly Finding[]>> {
    throwIfCancelled(signal);
    const giveWay = this.#givingWay(signal);
    const budget: CheckBudget = { steps: stepsOfCatalog };
    const hashes = new Map<CatalogTool, string>();
    for (const tool of registry.values()) {
      hashes.set(tool, this.#hashOf(tool));
      await giveWay();
    }
    await this.#lookInThread(hashes, budget, signal);
    const found = new Map<string, readonly Finding[]>();
    const kept = new Map<string, readonly Finding[]>();
    for (const [tool, hash] of hashes) {
      const own = this.#known(hash) ?? this.#own(tool, budget);
      kept.set(hash, own);
      if (!findingsByHash.has(hash)) remember(hash, own);
      this.#ofTool.set(tool, own);
      const findings = this.#withOthers(registry, tool, own);
      if (findings.length > 0) found.set(tool.name, findings);
      await giveWay();
    }
    this.#byHash = kept;
    return found;
  }

  /** Looks at the tools that nobody looked at yet, where they are many and there is a thread. */
  async #lookInThread(
    hashes: ReadonlyMap<CatalogTool, string>,
    budget: CheckBudget,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const fresh = [...hashes].flatMap(([tool, hash]) => (this.#known(hash) || this.#ofTool.has(tool) ? [] : [tool]));
    if (!this.#thread || fresh.length < fewestForThread) return;
    for (let start = 0; start < fresh.length; start += toolsOfQuestion) {
      const tools = fresh.slice(start, start + toolsOfQuestion);
      try {
        const answer = await this.#thread.ask({ tools, budget }, signal);
        for (const [i, tool] of tools.entries()) this.#ofTool.set(tool, answer.findings[i] ?? []);
        budget.steps = answer.budget.steps;
      } catch (error) {
        throwIfCancelled(signal);
        if (isPegboardError(error)) throw error;
        // The thread ended, or these tools cannot be copied: they are looked at here.
      }
      throwIfCancelled(signal);
    }
  }

  #known(hash: string): readonly Finding[] | undefined {
    return this.#byHash.get(hash) ?? findingsByHash.get(hash);
  }

  #hashOf(tool: CatalogTool): string {
    const hash = this.#hashOfTool.get(tool) ?? toolRecordHash(tool);
    this.#hashOfTool.set(tool, hash);
    return hash;
  }

  /** Lets other work in when it waited for long enough. */
  #givingWay(signal: AbortSignal | undefined): () => Promise<void> | undefined {
    let since = this.#clock();
    return () => {
      if (this.#clock() - since < batchMs) return undefined;
      return setImmediate().then(() => {
        throwIfCancelled(signal);
        since = this.#clock();
      });
    };
  }

  /** Findings of one tool. */
  one(registry: Registry, tool: CatalogTool): readonly Finding[] {
    return this.#withOthers(registry, tool, this.#own(tool));
  }

  #own(tool: CatalogTool, budget?: CheckBudget): readonly Finding[] {
    const known = this.#ofTool.get(tool);
    if (known) return known;
    const findings = lintTool(tool, budget);
    this.#ofTool.set(tool, findings);
    return findings;
  }

  /** The findings of a tool, with those that the other tools of the catalog show. */
  #withOthers(registry: Registry, tool: CatalogTool, own: readonly Finding[]): readonly Finding[] {
    let similar = this.#similar.get(registry);
    if (!similar) {
      similar = similarNames(registry.keys());
      this.#similar.set(registry, similar);
    }
    const finding = similar.get(tool.name);
    if (this.#current !== registry) this.#neighbours.update(registry);
    this.#current = registry;
    const across = this.#neighbours.findings(registry, tool);
    return finding || across.length > 0 ? [...own, ...across, ...(finding ? [finding] : [])] : own;
  }
}
