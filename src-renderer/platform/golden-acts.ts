import type { GoldenChange, GoldenEdit, GoldenQuery, GoldenSet } from '#shared/domain/golden-query.ts';
import { inTurn } from '../state/undo-store.ts';
import { strings } from '../strings/platform.ts';
import { cutText } from '../ui/cut-text.ts';
import { freshGolden, knownGolden } from './golden-watch.ts';
import { openWorkspace, thisWindow } from './this-window.ts';
import { offerUndo, tellError } from './undo-change.ts';

/** A change of the golden queries, made of what they are when its turn comes; null for none. */
type PlannedChange = (golden: GoldenSet) => { readonly change: GoldenChange; readonly done: string } | null;

/** Makes a tool a right answer to a query, or takes that back when it is one already. A notice shows a failure. */
export function toggleGolden(asked: string, tool: string): void {
  telling((golden) => {
    const known = goldenOf(golden, asked);
    const query = known?.query ?? asked;
    return isRight(known, tool)
      ? { change: { type: 'unmark', query, tool }, done: strings.goldenActs.isNoLongerExpected(tool, short(query)) }
      : {
          change: { type: 'add', query, relevant: [[tool]] },
          done: strings.goldenActs.isNowExpectedResult(tool, short(query)),
        };
  });
}

/** Removes the query that `pick` gives when the turn of this comes; null removes none. A notice shows a failure. */
export function removeGolden(pick: () => GoldenQuery | null): void {
  telling(() => {
    const golden = pick();
    if (!golden) return null;
    const { file, line, query } = golden;
    return { change: { type: 'remove', file, line, was: query }, done: strings.goldenActs.removed(short(query)) };
  });
}

/** Adds a query, or changes the one given. Errors: those of `evaluation.edit`. */
export async function saveGolden(
  given: { query: string; relevant: readonly (readonly string[])[]; file: string | undefined },
  before: GoldenQuery | null,
): Promise<void> {
  const { query, file } = given;
  const relevant = given.relevant.map((group) => [...group]);
  const change: GoldenChange = before
    ? { type: 'set', file: before.file, line: before.line, was: before.query, query, relevant }
    : { type: 'add', query, relevant, ...(file === undefined ? {} : { file }) };
  await edit(() => ({
    change,
    done: `${before ? strings.goldenActs.changed : strings.goldenActs.added} ${short(query)}`,
  }));
}

/** The golden query of this text, or null. */
export function goldenOf(golden: GoldenSet | null, query: string): GoldenQuery | null {
  const asked = query.trim();
  return golden?.queries.find((each) => each.query.trim() === asked) ?? null;
}

/** Whether a tool is a right answer. */
export function isRight(golden: GoldenQuery | null, tool: string): boolean {
  return golden?.relevant.some((group) => group.includes(tool)) ?? false;
}

function telling(plan: PlannedChange): void {
  edit(plan).catch((error: unknown) => tellError(error));
}

/** Makes a change after those that were asked for before, waits until the cache knows it, and offers to take it back. */
async function edit(plan: PlannedChange): Promise<void> {
  const workspace = openWorkspace()?.path;
  if (workspace === undefined) return;
  const { client } = thisWindow();
  await inTurn(workspace, async () => {
    const golden = knownGolden() ?? (await freshGolden());
    const planned = golden && plan(golden);
    if (!planned) return;
    const made = await client.evaluation.edit(planned.change, { context: { workspace } });
    await freshGolden();
    tell(workspace, made, planned.done);
  });
}

function tell(workspace: string, { undo, file }: GoldenEdit, done: string): void {
  if (undo === null) return;
  const { client } = thisWindow();
  const takeBack = async () => {
    await client.evaluation.undo(undo, { context: { workspace } });
    await freshGolden();
    return null;
  };
  offerUndo({ workspace, done, places: [file], undo: takeBack }, strings.goldenActs.inLabel(file));
}

const short = (query: string) => `“${cutText(query, 60)}”`;
