import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { CatalogFormat, ExportDecision, ExportDone, ExportPlan } from '#shared/domain/export-plan.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PegboardError } from '#shared/errors.ts';

/** What a person chose to export and where to: kept for the next time. */
export interface ExportChoices {
  readonly kind: 'packs' | 'catalog';
  /** Ids of packs. */
  readonly packs: readonly string[];
  readonly format: SkillFormat;
  readonly folders: boolean;
  readonly as: CatalogFormat;
  /** Null: all that the policy allows. */
  readonly persona: string | null;
  /** Empty: the name that the format gives. */
  readonly file: string;
  readonly target: string;
  readonly commit: boolean;
  readonly branch: string;
  readonly message: string;
}

/** What the screen shows of one plan. Another plan starts anew: a decision is about what was seen. */
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
  /** What went wrong with the last write, until something else is chosen. */
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
  target: '',
  commit: false,
  branch: 'pegboard/export',
  message: '',
};

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
            [workspace]: { ...(state.choices[workspace] ?? initialChoices), ...choices },
          },
          // What was written belongs to what was chosen then.
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
