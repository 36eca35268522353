import { z } from 'zod';
import { type EvalDifference, type EvalRun, evalRunSchema } from '#shared/domain/eval-run.ts';
import { type EvalReport, evalReportSchema } from '#shared/domain/eval-set.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { RecordFolder } from '../files/record-folder.ts';
import type { Logger } from '../logger.ts';
import { compareReports } from './compare-reports.ts';
import { type WorkspaceState, workspaceDifference, workspaceStateSchema } from './workspace-state.ts';

const bodySchema = z.object({ report: evalReportSchema, state: workspaceStateSchema });

interface Measured {
  readonly report: EvalReport;
  readonly state: WorkspaceState;
  readonly persona: string | undefined;
  readonly file: string | undefined;
}

export interface EvaluationStoresOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A UUID. */
  readonly newId: () => string;
}

/** The last evaluations of each workspace, in the user's own folder: queries may quote users. */
export class KeptEvaluations {
  readonly #records: RecordFolder<EvalRun>;
  readonly #options: EvaluationStoresOptions;

  constructor(options: EvaluationStoresOptions) {
    this.#options = options;
    this.#records = new RecordFolder({ ...options, name: 'evaluation-runs', head: evalRunSchema });
  }

  /** Keeps what a run found, and says how the workspace differs from that of the run before. Errors: `disk_full`, `folder_read_only`. */
  async keep(root: string, { report, state, persona, file }: Measured): Promise<EvalRun> {
    const [last] = await this.list(root);
    const before = last && (await this.#body(root, last.id));
    const difference = before && workspaceDifference(before.state, state);
    // The rows of engines have more than their means.
    const run = evalRunSchema.parse({
      id: this.#options.newId(),
      at: new Date(this.#options.now()).toISOString(),
      persona: persona ?? null,
      file: file ?? null,
      tools: report.tools,
      queries: report.queries,
      engines: report.engines,
      changes: difference
        ? { lines: difference.lines.length, tools: Object.values(difference.tools).flat().length }
        : null,
    });
    await this.#records.keep(root, run, JSON.stringify({ report, state }));
    return run;
  }

  /** The newest first. */
  list(root: string): Promise<readonly EvalRun[]> {
    return this.#records.list(root);
  }

  /** What a run found; null when it is not kept any more. */
  async report(root: string, id: string): Promise<{ run: EvalRun; report: EvalReport } | null> {
    const run = (await this.list(root)).find((one) => one.id === id);
    const body = run && (await this.#body(root, id));
    return body ? { run, report: body.report } : null;
  }

  /** Two runs beside each other. Errors: `unknown_run`; `invalid_input` where they have no engine in common. */
  async compare(root: string, ids: { readonly before: string; readonly after: string }): Promise<EvalDifference> {
    const [before, after] = await Promise.all([this.#body(root, ids.before), this.#body(root, ids.after)]);
    if (!before || !after) {
      throw new PegboardError('unknown_run', 'Pegboard no longer keeps this run.', { hint: 'Choose another run.' });
    }
    return {
      comparison: compareReports(before.report, after.report, 'the chosen run'),
      workspace: workspaceDifference(before.state, after.state),
    };
  }

  async #body(root: string, id: string): Promise<z.infer<typeof bodySchema> | null> {
    const text = await this.#records.body(root, id);
    if (text === null) return null;
    const body = bodySchema.safeParse(parsed(text));
    return body.success ? body.data : null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
