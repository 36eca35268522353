import { create } from 'zustand';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { PromptSizes } from '#shared/contract/prompt.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import { patternsPath, planMove } from '#shared/domain/tuning/plan-move.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { Estimator } from '#shared/tokens.ts';
import { catalogListQuery } from '../../platform/catalog-list.ts';
import { type ConfigEdit, editConfig } from '../../platform/edit-config.ts';
import { mendError, tellError } from '../../platform/error-notices.tsx';
import { promptSizesQuery } from '../../platform/prompt-sizes.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, thisWindow } from '../../platform/this-window.ts';
import { toolTokensNow } from '../../platform/tool-tokens.ts';
import { chosenPersona } from '../../state/chosen-persona.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { remembered } from '../../state/remembered.ts';
import {
  emptySelection,
  rowForKey,
  type Selection,
  type SelectMode,
  selectAll,
  selectAt,
} from '../../state/selection.ts';
import { strings } from '../../strings/tuner.ts';
import {
  draftPatterns,
  moveOf,
  otherMode,
  type PatternDraft,
  placementOf,
  rowsOf,
  type TunerView,
} from './board-rules.ts';
import { moveDone, moveWords } from './move-labels.ts';
import { rowAfterMove, type Side, type SideRow } from './side-rows.ts';

/** Sizes of a whole prompt, and of it without its always-loaded tools. */
type PromptCost = Pick<PromptSizes, 'whole' | 'rest'>;

type TunerDialog = 'large' | 'small' | 'drop';

interface TunerState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, TunerView>>;
  /** What the prompt cost before the tuning, by workspace, persona and estimator. */
  readonly before: Readonly<Record<string, PromptCost>>;
  /** The preset that is looked at, or what to drop. */
  readonly dialog: TunerDialog | null;
}

const initialView: TunerView = {
  draft: null,
  filter: '',
  side: 'drawers',
  selections: { board: emptySelection, drawers: emptySelection },
  turned: { board: new Set(), drawers: new Set() },
};

export const useTuner = create<TunerState>()(() => ({ views: {}, before: {}, dialog: null }));

export const viewOf = ({ views }: Pick<TunerState, 'views'>, path: string) => views[path] ?? initialView;

export function changeView(path: string, change: Partial<TunerView>): void {
  useTuner.setState(({ views }) => ({ views: { ...views, [path]: { ...viewOf({ views }, path), ...change } } }));
}

export const openDialog = (dialog: TunerDialog | null) => useTuner.setState({ dialog });

/** The dependencies of the keys of the tuner. */
const tunerActs = screenActs('tuner', (workspace) => {
  const { path, config } = workspace;
  const tools = known(catalogListQuery(workspace));
  if (tools === null) return null;
  const view = viewOf(useTuner.getState(), path);
  const { rules, next } = placementOf({ config, tools, persona: personaOf(workspace), draft: view.draft });
  const { filter, turned } = view;
  return { path, view, tools, rules, rows: rowsOf({ next, tokens: toolTokensNow(workspace), filter, turned }) };
});

function personaOf({ path, config }: WorkspaceSummary): Persona | null {
  const chosen = chosenPersona(usePreferences.getState().personas[path] ?? null, config.personas);
  return chosen.kind === 'active' ? chosen.persona : null;
}

/** Whether the tuner shows tools, or may: its keys do something then. */
export const isTuning = () => tunerActs.mayBe(({ tools }) => tools.length > 0);

/** Whether a side is the one that is chosen on, with tools that can leave it, or may be. */
export const canMoveFrom = (side: Side) => tunerActs.mayBe((ready) => chosenFrom(side, ready) !== null);

/** Moves the chosen tools of a side to the other one. */
export function moveChosen(side: Side): void {
  tunerActs.do((ready) => {
    const chosen = chosenFrom(side, ready);
    return chosen && move(ready, { names: chosen, from: side });
  });
}

/** Moves tools to the other side. */
export function moveTools(names: ReadonlySet<string>, from: Side): void {
  tunerActs.do((ready) => move(ready, { names, from }));
}

type Ready = NonNullable<ReturnType<typeof tunerActs.now>>;

function chosenFrom(side: Side, { view, tools, rules, rows }: Ready): ReadonlySet<string> | null {
  if (view.side !== side) return null;
  const { chosen, plan } = moveOf({ tools, rules, rows, selections: view.selections, side });
  return plan?.refused === null ? chosen : null;
}

/** By the smallest edit of the configuration as it is at the turn of the edit. */
function move(
  { path, tools, rows }: Pick<Ready, 'path' | 'tools' | 'rows'>,
  { names, from }: { readonly names: ReadonlySet<string>; readonly from: Side },
): Promise<boolean> {
  return editModes(path, { tools, names, to: otherMode(from) }, (moved) => {
    const { selections } = viewOf(useTuner.getState(), path);
    const current = rowAfterMove(rows[from], selections[from].current, moved);
    changeView(path, { selections: { ...selections, [from]: { current, anchor: current, names: new Set() } } });
  });
}

/**
 * Always loads or defers tools of a workspace by the smallest edit of its configuration as it is at the turn of the edit. `onPlan` gets
 * the names that change before the edit is written. False when it failed, which was then said.
 */
export function editModes(
  path: string,
  {
    tools,
    names,
    to,
  }: { readonly tools: readonly ToolSummary[]; readonly names: ReadonlySet<string>; readonly to: LoadingMode },
  onPlan: (moved: ReadonlySet<string>) => void,
): Promise<boolean> {
  return editTuner(path, (config) => {
    const plan = planMove(tools, boardRules(config), { chosen: names, to });
    if (plan.refused !== null) return null;
    onPlan(new Set(plan.moved));
    return { changes: plan.changes, done: moveDone(plan), notice: moveWords(plan) };
  });
}

/** What a key does to a side that has the focus. */
export interface SideKey {
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
  /** Lines that PageUp and PageDown move by. */
  readonly page: number;
}

/** Moves, chooses, opens and closes on a side. Whether the key is one that does. */
export function pressOnSide(side: Side, given: SideKey): boolean {
  const isSideKey = given.isMod
    ? given.key.toLowerCase() === 'a'
    : rowForKey(given.key, 0, 1, 1) !== null || [' ', 'Enter', 'ArrowLeft', 'ArrowRight'].includes(given.key);
  if (isSideKey) tunerActs.do(({ path, view, rows }) => press({ path, side, rows: rows[side], view }, given));
  return isSideKey;
}

interface OnSide {
  readonly path: string;
  readonly side: Side;
  readonly rows: readonly SideRow[];
  readonly view: TunerView;
}

function press({ path, side, rows, view }: OnSide, { key, isMod, isShift, page }: SideKey): void {
  const order = keysOf({ rows });
  const selection = view.selections[side];
  const current = selection.current === null ? -1 : order.indexOf(selection.current);
  const choose = (index: number, mode: SelectMode) => selectOnSide(path, side, selectAt(selection, order, index, mode));
  const row = rows[current];
  const next = isMod ? null : rowForKey(key, current, rows.length, page);
  if (isMod) selectOnSide(path, side, selectAll(selection, order));
  else if (next !== null && rows.length > 0) choose(next, isShift ? 'range' : 'one');
  else if (key === ' ' && current >= 0) choose(current, 'toggle');
  else if (row?.kind === 'group' && (key === 'Enter' || key === (row.open ? 'ArrowLeft' : 'ArrowRight')))
    turnGroup(path, side, row.group);
  else if (row?.kind === 'tool' && key === 'ArrowLeft')
    choose(
      Math.max(
        rows.findLastIndex((one, at) => at <= current && one.kind === 'group'),
        0,
      ),
      'one',
    );
}

/** The keys of lines, in their order. */
export const keysOf = remembered(({ rows }: { readonly rows: readonly SideRow[] }) => rows.map(({ key }) => key));

/** Chooses on one side, which is then the side that B and D are about. */
export function selectOnSide(path: string, side: Side, selection: Selection): void {
  const { selections } = viewOf(useTuner.getState(), path);
  changeView(path, { side, selections: { ...selections, [side]: selection } });
}

/** Opens a namespace of a side, or closes it. */
export function turnGroup(path: string, side: Side, group: string): void {
  const { turned } = viewOf(useTuner.getState(), path);
  const groups = new Set(turned[side]);
  if (!groups.delete(group)) groups.add(group);
  changeView(path, { turned: { ...turned, [side]: groups } });
}

/** Writes the pattern that is typed into the list. What was typed is never lost, unless something else is typed by then. */
export async function savePattern(path: string, draft: PatternDraft): Promise<void> {
  const text = draft.text.trim();
  changeView(path, { draft: null });
  if (text === '') return;
  const isDone = await editTuner(path, ({ tool_search: { always_loaded_patterns: patterns } }) => {
    const next = draftPatterns(patterns, draft);
    if (next.join('\n') === patterns.join('\n')) return null;
    const old = draft.at === 'new' ? undefined : patterns[draft.at];
    return patternsEdit(
      next,
      old === undefined ? strings.tunerModel.addedPattern(text) : strings.tunerModel.changedPattern(old, text),
    );
  });
  if (!isDone && viewOf(useTuner.getState(), path).draft === null) changeView(path, { draft });
}

/** Takes a pattern out of the list, if it is still where it was. */
export function removePattern(path: string, { pattern, at }: { pattern: string; at: number }): Promise<boolean> {
  return editTuner(path, ({ tool_search: { always_loaded_patterns: patterns } }) => {
    if (patterns[at] !== pattern) return null;
    return patternsEdit(
      patterns.filter((_, index) => index !== at),
      strings.tunerModel.removedPattern(pattern),
    );
  });
}

const patternsEdit = (patterns: readonly string[], done: string): ConfigEdit => ({
  changes: [{ path: patternsPath, value: [...patterns] }],
  done,
  notice: strings.tunerModel.alwaysLoadedPatterns,
});

const failed = strings.tunerModel.nothingWasChanged;

/** Writes an edit that is made of what the configuration says at its turn. False when it failed, which was then said. */
export async function editTuner(path: string, edit: (config: WorkspaceConfig) => ConfigEdit | null): Promise<boolean> {
  const { client } = thisWindow();
  try {
    await editConfig(path, async () => {
      const summary = await client.workspace.current();
      return summary?.path === path ? edit(summary.config) : null;
    });
    mendError(failed);
    return true;
  } catch (error) {
    tellError(error, failed);
    return false;
  }
}

/** Whose prompt is counted, by what. */
interface Counted {
  readonly path: string;
  readonly persona: string | null;
  readonly estimator: Estimator;
}

export const beforeKey = ({ path, persona, estimator }: Counted) => `${path}\n${persona ?? ''}\n${estimator}`;

/** Notes what a prompt costs as what it cost before the tuning. */
export function setBefore(counted: Counted, cost: PromptCost): void {
  useTuner.setState(({ before }) => ({ before: { ...before, [beforeKey(counted)]: cost } }));
}

/** Sizes of the prompt by each estimator that counted it; null while the chosen one has not. */
const promptActs = screenActs('tuner', (workspace) => {
  const { path, config } = workspace;
  const { personas, estimator } = usePreferences.getState();
  const whose = chosenPersona(personas[path] ?? null, config.personas);
  if (whose.kind === 'gone') return [];
  const persona = whose.kind === 'active' ? whose.persona.name : null;
  if (known(promptSizesQuery(workspace, { persona, estimator })) === null) return null;
  return (['estimate', 'o200k'] as const).flatMap((estimator) => {
    const sizes = thisWindow().queries.getQueryData(promptSizesQuery(workspace, { persona, estimator }).queryKey);
    return sizes ? [{ counted: { path, persona, estimator }, sizes }] : [];
  });
});

/** Whether there is a prompt to compare with, or may be. */
export const canCompare = () => promptActs.mayBe((counts) => counts.length > 0);

/** Compares the prompt, from now on, with what it costs now. */
export function compareFromNow(): void {
  promptActs.do((counts) => {
    for (const { counted, sizes } of counts) setBefore(counted, sizes);
  });
}
