import { create } from 'zustand';
import type { PromptSizes } from '#shared/contract/prompt.ts';
import { emptySelection, type Selection } from '../../state/selection.ts';

export type Side = 'board' | 'drawers';

/** A pattern that is being typed: a new one, or one of the list, by its index. */
export interface PatternDraft {
  readonly at: number | 'new';
  readonly text: string;
}

/** What the tuner shows of one workspace: found again when the user comes back to it. */
export interface TunerView {
  readonly draft: PatternDraft | null;
  readonly filter: string;
  /** The side whose chosen tools B and D move. */
  readonly side: Side;
  readonly selections: Readonly<Record<Side, Selection>>;
  /** Groups that are not as they are at first: closed on the board, open among the drawers. */
  readonly turned: Readonly<Record<Side, ReadonlySet<string>>>;
}

/** Sizes of a whole prompt, and of it without its always-loaded tools. */
type PromptCost = Pick<PromptSizes, 'whole' | 'rest'>;

interface TunerState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, TunerView>>;
  /** What the prompt cost before the tuning, by workspace, persona and estimator. */
  readonly before: Readonly<Record<string, PromptCost>>;
  change(path: string, view: Partial<TunerView>): void;
  setBefore(key: string, cost: PromptCost): void;
}

export const initialTunerView: TunerView = {
  draft: null,
  filter: '',
  side: 'drawers',
  selections: { board: emptySelection, drawers: emptySelection },
  turned: { board: new Set(), drawers: new Set() },
};

export const useTunerStore = create<TunerState>()((set) => ({
  views: {},
  before: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialTunerView), ...view } } })),
  setBefore: (key, cost) => set(({ before }) => ({ before: { ...before, [key]: cost } })),
}));

/** Chooses on one side, which is then the side that B and D are about. */
export function selectOnSide(path: string, side: Side, selection: Selection): void {
  const { views, change } = useTunerStore.getState();
  const { selections } = views[path] ?? initialTunerView;
  change(path, { side, selections: { ...selections, [side]: selection } });
}

export function turnGroup(path: string, side: Side, group: string): void {
  const { views, change } = useTunerStore.getState();
  const { turned } = views[path] ?? initialTunerView;
  const groups = new Set(turned[side]);
  if (!groups.delete(group)) groups.add(group);
  change(path, { turned: { ...turned, [side]: groups } });
}
