import { create } from 'zustand';
import type { TextsReport } from '#shared/domain/optimize.ts';
import type { SchemasReport } from '#shared/domain/optimize-schemas.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import type { PegboardError } from '#shared/errors.ts';
import { afterEdits, editConfig } from '../../platform/edit-config.ts';
import { openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { chosenPersona } from '../../state/chosen-persona.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import type { ChangeToMake } from '../../state/undo-store.ts';
import { strings } from '../../strings/optimize.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

interface Reports {
  readonly texts: TextsReport;
  readonly schemas: SchemasReport;
  readonly skills: SkillsReport;
}
export type ProposalKind = keyof Reports;

/** A proposal of one kind for one workspace; it goes on when its screen is left. */
export interface ProposalRun<Kind extends ProposalKind = ProposalKind> {
  /** Null while nothing is computed. */
  readonly stop: AbortController | null;
  readonly report: Reports[Kind] | null;
  /** Revision of the workspace that the report is for. */
  readonly revision: string | null;
  readonly error: PegboardError | null;
  /** Tools or skills whose change is not to be applied. */
  readonly unticked: ReadonlySet<string>;
}

type Runs = { readonly [Kind in ProposalKind]?: ProposalRun<Kind> };

/** By path of the workspace. */
export const useProposalRuns = create<Readonly<Record<string, Runs>>>()(() => ({}));

const noRun = { stop: null, report: null, revision: null, error: null, unticked: new Set<string>() } as const;

export function runIn<Kind extends ProposalKind>(
  all: Readonly<Record<string, Runs>>,
  path: string,
  kind: Kind,
): ProposalRun<Kind> {
  return (all[path]?.[kind] as ProposalRun<Kind> | undefined) ?? noRun;
}

const runOf = <Kind extends ProposalKind>(path: string, kind: Kind) => runIn(useProposalRuns.getState(), path, kind);

function change<Kind extends ProposalKind>(path: string, kind: Kind, run: Partial<ProposalRun<Kind>>): void {
  useProposalRuns.setState((all) => ({ [path]: { ...all[path], [kind]: { ...runIn(all, path, kind), ...run } } }));
}

interface Asked {
  readonly persona?: string;
}

const askers: {
  readonly [Kind in ProposalKind]: (asked: Asked, signal: AbortSignal) => Promise<Reports[Kind] | null>;
} = {
  texts: async (asked, signal) => {
    for await (const event of await thisWindow().client.optimize.texts(asked, { signal })) {
      if (event.type === 'done') return event.report;
    }
    return null;
  },
  schemas: (asked, signal) => thisWindow().client.optimize.schemas(asked, { signal }),
  skills: (asked, signal) => thisWindow().client.optimize.skills(asked, { signal }),
};

/** Computes a proposal for the open workspace and the chosen persona; once at a time. */
export async function propose(kind: ProposalKind): Promise<void> {
  const path = openWorkspace()?.path;
  if (path === undefined || runOf(path, kind).stop !== null) return;
  const stop = new AbortController();
  change(path, kind, { stop, error: null, unticked: new Set() });
  try {
    const workspace = await afterEdits(path);
    if (workspace && !stop.signal.aborted) {
      const { revision, config } = workspace;
      const whose = chosenPersona(usePreferences.getState().personas[path] ?? null, config.personas);
      const asked = whose.kind === 'active' ? { persona: whose.persona.name } : {};
      change(path, kind, { report: await askers[kind](asked, stop.signal), revision });
    }
  } catch (error) {
    if (!stop.signal.aborted) change(path, kind, { error: toPegboardError(error) });
  }
  change(path, kind, { stop: null });
}

export function stopProposal(path: string, kind: ProposalKind): void {
  runOf(path, kind).stop?.abort();
}

/** Takes one change out of what is applied, or back in. */
export function tickChange(path: string, kind: ProposalKind, name: string): void {
  const unticked = new Set(runOf(path, kind).unticked);
  if (!unticked.delete(name)) unticked.add(name);
  change(path, kind, { unticked });
}

/** What a report proposes to change, by name: tools, or skills. Texts were tried together, so they are one change. */
export function changesIn(report: Reports[ProposalKind]): readonly string[] {
  if ('cuts' in report) return [...report.cuts, ...report.unused].map(({ skill }) => skill);
  if ('proposals' in report) return report.proposals.map(({ tool }) => tool);
  return report.changes.length > 0 ? ['texts'] : [];
}

/** The changes that are to be applied. */
export function tickedIn({ report, unticked }: ProposalRun): readonly string[] {
  return report === null ? [] : changesIn(report).filter((name) => !unticked.has(name));
}

/** Writes the ticked changes, which Undo takes back. A notice shows a failure. */
export async function applyProposal(path: string, kind: ProposalKind): Promise<void> {
  const run = runOf(path, kind);
  const ticked = tickedIn(run);
  if (run.report === null || ticked.length === 0) return;
  try {
    if ('cuts' in run.report) await applySkills(path, run.report, ticked);
    else await applyChanges(path, run.report, ticked);
    change(path, kind, noRun);
  } catch (error) {
    tellError(error, strings.proposals.notApplied);
  }
}

async function applyChanges(
  path: string,
  report: TextsReport | SchemasReport,
  ticked: readonly string[],
): Promise<void> {
  const { base } = report;
  const isSchemas = 'proposals' in report;
  const changes = isSchemas
    ? report.changes.filter(({ path: [, tool = ''] }) => ticked.includes(tool))
    : report.changes;
  const done = isSchemas ? strings.proposals.schemasApplied(ticked.length) : strings.proposals.textsApplied;
  await editConfig(path, { changes, base, done, notice: '' });
}

/** Files of packs first: where one of them has changed, nothing is left out. An undo that is asked for meanwhile comes after all of it. */
async function applySkills(path: string, report: SkillsReport, ticked: readonly string[]): Promise<void> {
  const isAll = ticked.length === changesIn(report).length;
  const persona = report.persona === null ? {} : { persona: report.persona };
  const names = report.unused.filter(({ skill }) => ticked.includes(skill));
  await editConfig(path, async () => {
    const { files, changes, base } = isAll
      ? report
      : await thisWindow().client.optimize.skills({ ...persona, only: [...ticked] }, { context: { workspace: path } });
    if (files.length > 0) {
      const done = strings.proposals.descriptionsApplied(files.length);
      const swaps = files.map(({ pack, file, hash, after, before }) => ({ pack, file, hash, to: after, from: before }));
      offerUndo(await swapTexts(path, swaps, done));
    }
    return { changes, base, done: strings.proposals.skillsLeftOut(names.length), notice: '' };
  });
}

interface TextSwap {
  readonly pack: string;
  readonly file: string;
  /** Of the text that is there. */
  readonly hash: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Writes texts of packs in the place of others; the change that takes it back. When one cannot be written, those before it are
 * written back. Error: `file_changed`.
 */
async function swapTexts(workspace: string, swaps: readonly TextSwap[], done: string): Promise<ChangeToMake> {
  const back: TextSwap[] = [];
  const swap = async ({ pack, file, hash, from, to }: TextSwap) => {
    const input = { pack, file, text: to, expected_hash: hash };
    const view = await thisWindow().client.skillEditor.write(input, { context: { workspace } });
    return { pack, file, hash: view.hash, from: to, to: from };
  };
  try {
    for (const one of swaps) back.push(await swap(one));
  } catch (error) {
    // What cannot be written back, for example without a connection, stays; the error names the first file that failed.
    for (const one of back) await swap(one).catch(() => undefined);
    throw error;
  }
  return { workspace, done, undo: () => swapTexts(workspace, back, done) };
}
