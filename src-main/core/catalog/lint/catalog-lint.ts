import { setImmediate } from 'node:timers/promises';
import type { Finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { CheckBudget } from '../../json/bounded-schema.ts';
import { toolRecordHash } from '../normalise-tool.ts';
import { CatalogNeighbours } from './across-sources.ts';
import { lintTool } from './lint-tool.ts';
import { similarNames } from './similar-names.ts';

/** Tools that a catalog lets run, by name: the same object for as long as nothing changes. */
type Registry = ReadonlyMap<string, CatalogTool>;

/** How long other work waits while a catalog is looked at, milliseconds: a key is typed meanwhile, and a frame has 16. */
const batchMs = 3;

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
 * costs one. `clock` is in milliseconds and only grows.
 */
export class CatalogLint {
  readonly #clock: () => number;
  #byHash = new Map<string, readonly Finding[]>();
  readonly #ofTool = new WeakMap<CatalogTool, readonly Finding[]>();
  /** The hash of a tool's record. Hashing 10,000 tools takes a third of a second, and each load of the page asks for the findings. */
  readonly #hashOfTool = new WeakMap<CatalogTool, string>();
  readonly #neighbours = new CatalogNeighbours();
  #current: Registry | null = null;
  readonly #similar = new WeakMap<Registry, ReadonlyMap<string, Finding>>();

  constructor({ clock }: { readonly clock: () => number }) {
    this.#clock = clock;
  }

  /** Findings of every tool that has some, by name. Gives way to other work between batches. Error: `cancelled`. */
  async all(registry: Registry, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly Finding[]>> {
    const found = new Map<string, readonly Finding[]>();
    const kept = new Map<string, readonly Finding[]>();
    const budget: CheckBudget = { steps: stepsOfCatalog };
    let since = this.#clock();
    for (const tool of registry.values()) {
      const hash = this.#hashOfTool.get(tool) ?? toolRecordHash(tool);
      this.#hashOfTool.set(tool, hash);
      const own = this.#byHash.get(hash) ?? findingsByHash.get(hash) ?? this.#own(tool, budget);
      kept.set(hash, own);
      if (!findingsByHash.has(hash)) remember(hash, own);
      this.#ofTool.set(tool, own);
      const findings = this.#withOthers(registry, tool, own);
      if (findings.length > 0) found.set(tool.name, findings);
      if (this.#clock() - since < batchMs) continue;
      await setImmediate();
      throwIfCancelled(signal);
      since = this.#clock();
    }
    this.#byHash = kept;
    return found;
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
