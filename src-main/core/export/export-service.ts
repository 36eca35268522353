import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { assertNever } from '#shared/assert-never.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type {
  ApplyExport,
  CatalogContent,
  CatalogDocument,
  ExportablePack,
  ExportDecision,
  ExportDone,
  ExportPlan,
  ExportRequest,
  ExportText,
} from '#shared/domain/export-plan.ts';
import type { ExportRecovery } from '#shared/domain/skill-export.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Files } from '../files/files.ts';
import { wholePath } from '../files/whole-path.ts';
import { applySteps, recordName, recoverExport, textHash } from '../skills/export/export-journal.ts';
import { withExportLock } from '../skills/export/export-lock.ts';
import { type FilePlan, type PlannedFile, planFiles, stepsOf } from '../skills/export/plan-files.ts';
import { safePath } from '../skills/export/safe-path.ts';
import { isText } from '../skills/read/skill-folder.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { agentContent } from './agent-content.ts';
import { catalogContent, catalogDocument } from './catalog/catalog-content.ts';
import type { ExportContent, ExportPart } from './export-content.ts';
import { exportablePacks, packsContent } from './exportable-packs.ts';
import { isUncommitted, repositoryAround, type StartedBranch, startBranch } from './git-branch.ts';
import { pluginContent } from './plugin-content.ts';

interface ExportServiceOptions {
  readonly files: Files;
  readonly shippedPacks: string | undefined;
  /** Folder for locks, the user's own. */
  readonly locks: string;
  readonly session: WorkspaceSession;
}

/** One folder of the target with what would happen in it. */
interface PlannedPart extends ExportPart {
  /** Full path. */
  readonly root: string;
  readonly plan: FilePlan;
}

/** Largest texts that are compared on screen, bytes of both together. */
const maximumShown = 2_000_000;

/** Exports packs and the catalog: a plan, its texts, and the writing of exactly that plan (R19.19–R19.22). */
export class ExportService {
  readonly #options: ExportServiceOptions;

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  async packs(call?: CallOptions): Promise<readonly ExportablePack[]> {
    const packs = await this.#options.session.onCurrent(({ loaded }) => exportablePacks(this.#places(loaded, call)));
    return packs.map(({ config: _, ...pack }) => pack);
  }

  document(content: CatalogContent, call?: CallOptions): Promise<CatalogDocument> {
    throwIfCancelled(call?.signal);
    return this.#options.session.onCurrent(async ({ loaded }) => catalogDocument(loaded, content));
  }

  /** Errors: those of the packs and the catalog, `outside_target`, `not_a_file`. */
  async plan(request: ExportRequest, call?: CallOptions): Promise<ExportPlan> {
    const content = await this.#contentOf(request, call);
    const parts = await this.#planned(request, content);
    const steps = parts.flatMap((part) =>
      stepsOf(part.plan, part.set, () => false).map(({ path }) => inPart(part, path)),
    );
    return {
      target: request.target,
      revision: revisionOf(parts),
      files: shownFiles(parts).map(({ before: _b, after: _a, ...file }) => file),
      up_to_date: steps.length === 0,
      records: steps.filter((path) => path === recordName || path.endsWith(`/${recordName}`)),
      loss: content.loss,
      lossless: content.lossless,
      findings: content.findings,
      repository: await repositoryAround(request.target, this.#options.files),
    };
  }

  /** Error: `file_not_found` when the plan has no such file. */
  async file({ path, ...request }: ExportRequest & { path: string }, call?: CallOptions): Promise<ExportText> {
    const parts = await this.#planned(request, await this.#contentOf(request, call));
    const file = shownFiles(parts).find((one) => one.path === path);
    if (!file) {
      throw new PegboardError('file_not_found', `The export has no file ${path}.`, {
        hint: 'Look at the plan again: the exported content changed.',
        data: { path },
      });
    }
    const { before, after } = file;
    const sizes = { before_size: before?.size ?? null, after_size: after?.size ?? null };
    const none = { path, before: null, after: null, ...sizes, binary: false };
    if ((before?.size ?? 0) + (after?.size ?? 0) > maximumShown) return { ...none, too_large: true };
    const [old, fresh] = [(await before?.bytes()) ?? null, (await after?.bytes()) ?? null];
    const binary = [old, fresh].some((bytes) => bytes !== null && !isText(bytes));
    if (binary) return { ...none, too_large: false, binary };
    const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('utf8'));
    return { ...none, before: textOf(old), after: textOf(fresh), too_large: false };
  }

  /**
   * Writes a plan that was shown. Nothing is written when anything changed since, or when a file that a person changed has no
   * decision. Errors: `file_changed`, `confirmation_required`, `git_refused`, `export_busy`, `outside_target`, `disk_full`,
   * `folder_read_only`.
   */
  async apply(input: ApplyExport, call?: CallOptions): Promise<ExportDone> {
    const { files, locks } = this.#options;
    const content = await this.#contentOf(input.request, call);
    await files.makeFolder(locks);
    const target = await files.realPath(wholePath(input.request.target));
    const roots = await Promise.all(content.parts.map(({ folder }) => rootOf(target, folder, files)));
    // In one order for everybody, so that two exports never wait for each other.
    const inTurn = [...new Set(roots)].sort();
    const locked = inTurn.reduceRight(
      (work, root) => () => withExportLock(root, work, { locks, signal: call?.signal }),
      () => this.#applyLocked(input, content, roots),
    );
    return locked();
  }

  async #applyLocked(
    { request, revision, decisions, commit }: ApplyExport,
    content: ExportContent,
    roots: readonly string[],
  ): Promise<ExportDone> {
    const { files } = this.#options;
    const recovered: ExportRecovery[] = [];
    for (const [i, { set }] of content.parts.entries()) {
      const recovery = await recoverExport(roots[i] ?? '', files, set.owns);
      if (recovery) recovered.push(recovery);
    }
    const parts = await this.#planned(request, content);
    refuseOtherPlan(revision, parts, recovered);
    const shown = shownFiles(parts);
    refuseUndecided(shown, decisions);
    const all = parts.map((part) => ({
      ...part,
      steps: stepsOf(part.plan, part.set, (path) => decisions[inPart(part, path)] === 'keep'),
    }));
    const done: ExportDone = {
      target: request.target,
      written: all.some(({ steps }) => steps.length > 0),
      files: shown.map(({ before: _b, after: _a, ...file }) => ({
        ...file,
        decision: file.edited ? (decisions[file.path] ?? null) : null,
      })),
      commit: null,
      recovered,
    };
    // Also what an export before wrote and nobody committed; never what a person keeps as it is.
    const paths = all.flatMap((part) =>
      [...part.plan.files.map(({ path }) => path), recordName]
        .filter((path) => decisions[inPart(part, path)] !== 'keep')
        .map((path) => join(part.root, path)),
    );
    if (!done.written && !(commit && (await isUncommitted(request.target, paths, files)))) return done;
    let started: StartedBranch | null = null;
    if (commit) started = await startBranch(request.target, commit.branch, files);
    const left: string[] = [];
    for (const { root, steps, ...part } of all) {
      if (steps.length === 0) continue;
      await files.makeFolder(root);
      left.push(...(await applySteps(root, steps, files)).map((path) => inPart(part, path)));
    }
    if (left.length > 0) {
      throw new PegboardError(
        'file_changed',
        `${left.join(', ')} changed while the export ran and was not overwritten.`,
        {
          hint: `The other files are written${commit ? ` on the branch ${commit.branch}, without a commit` : ''}. Look at it, then export again.`,
          data: { left },
        },
      );
    }
    if (!started || !commit) return done;
    const id = await started.commit(paths, commit.message);
    return { ...done, commit: { branch: commit.branch, id, left: started.left } };
  }

  async #planned({ target }: ExportRequest, { parts }: ExportContent): Promise<readonly PlannedPart[]> {
    const { files } = this.#options;
    const real = await files.realPath(wholePath(target));
    const planned: PlannedPart[] = [];
    for (const part of parts) {
      const root = await rootOf(real, part.folder, files);
      planned.push({ ...part, root, plan: await planFiles(root, part.set, files) });
    }
    return planned;
  }

  #contentOf({ content }: ExportRequest, call?: CallOptions): Promise<ExportContent> {
    return this.#options.session.onCurrent(async ({ loaded }) => {
      switch (content.kind) {
        case 'packs':
          return packsContent(content, this.#places(loaded, call));
        case 'catalog':
          return catalogContent(loaded, content);
        case 'plugin':
          return pluginContent(content, this.#places(loaded, call));
        case 'agent':
          return agentContent(loaded, content);
        default:
          return assertNever(content);
      }
    });
  }

  #places(workspace: LoadedWorkspace, call?: CallOptions) {
    const { files, shippedPacks } = this.#options;
    return { workspace, files, shippedPacks, signal: call?.signal };
  }
}

/** Full path of a part's folder; one that is a link out of the target is refused. Error: `outside_target`. */
async function rootOf(target: string, folder: string, files: Files): Promise<string> {
  return folder === '' ? target : safePath(target, folder, files);
}

function inPart({ folder }: ExportPart, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** All files with their paths in the target. */
function shownFiles(parts: readonly PlannedPart[]): PlannedFile[] {
  return parts.flatMap((part) => part.plan.files.map((file) => ({ ...file, path: inPart(part, file.path) })));
}

/** A hash of what is there and of what will be, file by file. */
function revisionOf(parts: readonly PlannedPart[]): string {
  const facts = shownFiles(parts).map(({ path, edited, before, after }) => [
    path,
    edited,
    before?.hash ?? null,
    before?.executable ?? null,
    after?.hash ?? null,
    after?.executable ?? null,
  ]);
  const records = parts.map(({ folder, plan }) => [
    folder,
    recordName,
    plan.recordText === null ? null : textHash(plan.recordText),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([facts, records]))
    .digest('hex');
}

function refuseOtherPlan(revision: string, parts: readonly PlannedPart[], recovered: readonly ExportRecovery[]): void {
  if (revisionOf(parts) === revision) return;
  const why = recovered.length > 0 ? 'Pegboard completed or undid an interrupted export first' : 'Files changed';
  throw new PegboardError('file_changed', `${why}, so the plan differs from the one that was shown.`, {
    hint: 'Nothing was written. Look at the plan again.',
  });
}

function refuseUndecided(files: readonly PlannedFile[], decisions: Readonly<Record<string, ExportDecision>>): void {
  const edited = files.filter((file) => file.edited && !Object.hasOwn(decisions, file.path)).map(({ path }) => path);
  if (edited.length === 0) return;
  throw new PegboardError('confirmation_required', `People changed ${edited.join(', ')} after the last export.`, {
    hint: 'Decide for each whether to keep it (--keep <path>) or to replace it (--yes). Nothing was written.',
    data: { edited },
  });
}
