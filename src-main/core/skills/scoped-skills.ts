import type { SkillsConfig } from '#shared/domain/skills-config.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { TextAnalysis } from '../search/text-analysis.ts';
import { gateSkill } from './retrieval/gate-skill.ts';
import type { SkillScope } from './retrieval/skill-scope.ts';
import type { ToolGate } from './retrieval/tool-gate.ts';
import { SkillStore, type SkillStoreOptions } from './store/skill-store.ts';
import type { StoredSkill } from './store/stored-skill.ts';
import { type SkillViewer, skillDenial, visibleSkills } from './store/visible-skills.ts';

/** On whose behalf skills are asked for, and what their model may know of tools. */
export interface SkillReader {
  readonly context: ToolContext;
  readonly gate: ToolGate;
}

export interface ScopedSkillsOptions extends Omit<SkillStoreOptions, 'path'> {
  readonly store: SkillStore;
  readonly config: SkillsConfig;
  /** Pinned names of the packs that were loaded, in declared order. */
  readonly pinned: readonly string[];
  /** Names of skills that nobody gets; none where packs have no approvals. */
  readonly withheld?: readonly string[];
  readonly analysis: () => TextAnalysis;
}

/** How many readers' scopes are kept; each may hold a store in memory. */
const maximumScopes = 8;

/** The skills of a workspace, loaded, and for each reader exactly what it can reach of them (R10.04, R11.05). */
export class ScopedSkills {
  readonly store: SkillStore;
  readonly pinned: readonly string[];
  readonly #options: ScopedSkillsOptions;
  readonly #skills: readonly StoredSkill[];
  /** In the order of their last use. */
  #scopes: { readonly reader: SkillReader; readonly scope: SkillScope }[] = [];

  constructor(options: ScopedSkillsOptions) {
    this.store = options.store;
    this.pinned = options.pinned;
    this.#options = options;
    this.#skills = options.store.all();
  }

  scopeFor(reader: SkillReader): SkillScope {
    const known = this.#scopes.find((one) => one.reader.gate === reader.gate && isSame(one.reader, reader));
    const entry = known ?? { reader, scope: this.#scope(reader) };
    this.#scopes = [...this.#scopes.filter((one) => one !== known), entry];
    if (this.#scopes.length > maximumScopes) this.#close(this.#scopes.shift()?.scope);
    return entry.scope;
  }

  /** Skills that a reader cannot reach, and why. For the host only. */
  hiddenFrom(reader: SkillReader): { readonly name: string; readonly why: string }[] {
    const { skills } = this.scopeFor(reader);
    const viewer = this.#viewer(reader);
    return this.#skills
      .filter(({ name }) => !skills.has(name))
      .map((skill) => ({ name: skill.name, why: skillDenial(skill, viewer) ?? 'it has the name of a hidden tool' }));
  }

  close(): void {
    for (const { scope } of this.#scopes) this.#close(scope);
    this.#scopes = [];
    this.store.close();
  }

  #viewer({ context }: SkillReader): SkillViewer {
    const { config } = this.#options;
    const packs = new Set(config.skill_packs.filter(({ enabled }) => enabled).map(({ name }) => name));
    return { context, widest: config.scope_mode, packs };
  }

  #scope(reader: SkillReader): SkillScope {
    const { config, analysis, withheld = [] } = this.#options;
    const visible = visibleSkills(this.#skills, this.#viewer(reader));
    const reached = new Set([...visible.keys()].filter((name) => !reader.gate.mentionsTool(name)));
    const hidden = [...this.#skills.map(({ name }) => name), ...withheld].filter((name) => !reached.has(name));
    const gate = hidden.length === 0 ? reader.gate : reader.gate.without(hidden, reached);
    const gated = [...visible.values()].flatMap((skill) => gateSkill(skill, gate) ?? []);
    // A reader with a limited view searches an index of exactly that view: nothing hidden shifts a score or is found.
    const seesAll = gated.length === this.#skills.length && gated.every((skill) => visible.get(skill.name) === skill);
    const store = seesAll ? this.store : this.#narrowed(gated);
    return {
      skills: new Map(gated.map((skill) => [skill.name, skill])),
      byRow: new Map(gated.map((skill) => [skill.row, skill])),
      store,
      analysis: store.ftsAvailable ? analysis() : null,
      config,
      rules: { gate, redactPii: config.redact_pii },
    };
  }

  #narrowed(skills: Iterable<StoredSkill>): SkillStore {
    const { fts, now, newId } = this.#options;
    const store = new SkillStore({ path: null, fts, now, newId });
    store.copyIn(skills);
    return store;
  }

  #close(scope: SkillScope | undefined): void {
    if (scope && scope.store !== this.store) scope.store.close();
  }
}

function isSame({ context: a }: SkillReader, { context: b }: SkillReader): boolean {
  return a.tenant_id === b.tenant_id && a.project_id === b.project_id;
}
