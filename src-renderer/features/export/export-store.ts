import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { AgentFormId } from '#shared/domain/agent-forms.ts';
import type {
  AgentContent,
  CatalogFormat,
  ExportDecision,
  ExportDone,
  ExportPlan,
} from '#shared/domain/export-plan.ts';
import type { PluginFormId } from '#shared/domain/plugin-forms.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PegboardError } from '#shared/errors.ts';

/** What can be exported, in the order of the screen. */
export const exportKinds = ['packs', 'catalog', 'plugin', 'agent'] as const;
type ExportKind = (typeof exportKinds)[number];

/** The chosen content and folder of an export, kept for the next time. */
export interface ExportChoices {
  readonly kind: ExportKind;
  /** Ids of packs, for packs and plugins. */
  readonly packs: readonly string[];
  readonly format: SkillFormat;
  readonly folders: boolean;
  readonly as: CatalogFormat;
  /** For catalogs and agents; null: all that the policy allows. */
  readonly persona: string | null;
  /** Empty: the name that the format gives. */
  readonly file: string;
  readonly pluginAs: PluginFormId;
  /** Names of live sources, for plugins. */
  readonly sources: readonly string[];
  /** Of the plugin; empty fields are left out. */
  readonly pluginName: string;
  readonly version: string;
  /** Empty: no catalog is written. */
  readonly marketplace: string;
  readonly agentAs: AgentFormId;
  readonly via: AgentContent['via'];
  /** Empty: the name of the persona. */
  readonly agentName: string;
  readonly model: string;
  /** Of the plugin or of the agent. */
  readonly description: string;
  readonly target: string;
  readonly commit: boolean;
  readonly branch: string;
  readonly message: string;
}

/** The state of the screen for one plan. A new plan resets it, since a decision is about what was shown. */
export interface PlanView {
  readonly revision: string;
  readonly decisions: Readonly<Record<string, ExportDecision>>;
}

/** An export that was written, and the plan that it carried out. */
export interface WrittenExport {
  readonly plan: ExportPlan;
  readonly done: ExportDone;
}

/** A write that failed. */
interface FailedWrite {
  readonly workspace: string;
  readonly error: PegboardError;
}

export interface ExportState {
  /** By path of the workspace, as all that follows. */
  readonly choices: Readonly<Record<string, ExportChoices>>;
  readonly plans: Readonly<Record<string, PlanView>>;
  readonly selected: Readonly<Record<string, string>>;
  readonly closed: ReadonlySet<string>;
  readonly split: boolean;
  readonly written: Readonly<Record<string, WrittenExport>>;
  readonly writing: boolean;
  /** The error of the last write, until something else is chosen. */
  readonly failed: FailedWrite | null;
  choose(workspace: string, choices: Partial<ExportChoices>): void;
  decide(workspace: string, revision: string, decisions: Readonly<Record<string, ExportDecision>>): void;
  select(workspace: string, path: string): void;
  turn(folder: string): void;
  setSplit(split: boolean): void;
  setWritten(workspace: string, written: WrittenExport | null): void;
  setWriting(writing: boolean, failed: FailedWrite | null): void;
}

export const initialChoices: ExportChoices = {
  kind: 'packs',
  packs: [],
  format: 'skill-md',
  folders: true,
  as: 'pegboard-json',
  persona: null,
  file: '',
  pluginAs: 'agent-plugins',
  sources: [],
  pluginName: '',
  version: '',
  marketplace: '',
  agentAs: 'claude-code',
  via: 'sources',
  agentName: '',
  model: '',
  description: '',
  target: '',
  commit: false,
  branch: 'pegboard/export',
  message: '',
};

/** The choices of a workspace; those that were kept before a field existed have its default. */
export function choicesOf({ choices }: Pick<ExportState, 'choices'>, workspace: string): ExportChoices {
  return { ...initialChoices, ...choices[workspace] };
}

export const useExportStore = create<ExportState>()(
  persist(
    (set) => ({
      choices: {},
      plans: {},
      selected: {},
      closed: new Set<string>(),
      split: false,
      written: {},
      writing: false,
      failed: null,
      choose: (workspace, choices) =>
        set((state) => ({
          choices: {
            ...state.choices,
            [workspace]: { ...choicesOf(state, workspace), ...choices },
          },
          // The last result belongs to the choices of that time.
          written: without(state.written, workspace),
          failed: null,
        })),
      decide: (workspace, revision, decisions) =>
        set(({ plans }) => {
          const before = plans[workspace];
          const same = before?.revision === revision ? before.decisions : {};
          return { plans: { ...plans, [workspace]: { revision, decisions: { ...same, ...decisions } } } };
        }),
      select: (workspace, path) => set(({ selected }) => ({ selected: { ...selected, [workspace]: path } })),
      turn: (folder) =>
        set(({ closed }) => {
          const next = new Set(closed);
          if (!next.delete(folder)) next.add(folder);
          return { closed: next };
        }),
      setSplit: (split) => set({ split }),
      setWritten: (workspace, one) =>
        set(({ written }) => ({
          written: one === null ? without(written, workspace) : { ...written, [workspace]: one },
        })),
      setWriting: (writing, failed) => set({ writing, failed }),
    }),
    { name: 'pegboard.export', version: 1, partialize: ({ choices, split }) => ({ choices, split }) },
  ),
);

function without<Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: _, ...others } = all;
  return others;
}
