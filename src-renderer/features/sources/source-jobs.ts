import { create } from 'zustand';
import { type ImportResult, planChangesSomething } from '#shared/domain/import-plan.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { jobKey, showSource, sourceKey, useSourcesView } from '../../state/sources-view.ts';
import { strings } from '../../strings/sources.ts';
import { consentSubjectOfError } from '../../ui/consent-subject.ts';
import { errorFacts } from '../../ui/error-facts.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { tellFailed, tellImported } from './job-notices.tsx';
import { type JobStep, type Planned, stepOfEvent } from './job-step.ts';

/** One import from a live server, from the wish to the result. It is gone when it is done or cancelled. */
export interface SourceJob {
  readonly id: string;
  /** Path of the workspace it is for. */
  readonly workspace: string;
  /** Name of the source; null: the server will give one. */
  readonly source: string | null;
  /** How to reach a server that is not a source yet; null for a source of the workspace. */
  readonly connection: McpConnection | null;
  readonly consent: boolean;
  /** The plan that the user has looked at and wants written. */
  readonly approved: Planned | null;
  /** How long connecting and each request may take; undefined for the usual time. */
  readonly timeoutMs?: number;
  /** When its server began to start, milliseconds since 1970, and how long it may take to connect; null before. */
  readonly start: { readonly at: number; readonly limitMs: number } | null;
  /** The last lines that its server wrote to stderr since it was started; empty before. */
  readonly stderr: string;
  readonly step: JobStep;
}

/** Every import under way or waiting for the user, the oldest first. Leaving the screen does not stop them. */
export const useSourceJobs = create<{ readonly jobs: readonly SourceJob[] }>()(() => ({ jobs: [] }));

const running = new Map<string, AbortController>();

type Wish = Pick<SourceJob, 'workspace' | 'source' | 'connection'>;

/** Starts a server and imports its tools. A source that has a job already gets no second one. Returns the job's id. */
export function startJob(wish: Wish): string {
  return openJob(wish, (id) => void runJob(id));
}

/** Signs in at the server of a source, then imports its tools. */
export function startSignIn(wish: Wish): string {
  return openJob(wish, (id) => void signInForJob(id));
}

function openJob(wish: Wish, run: (id: string) => void): string {
  const known = useSourceJobs
    .getState()
    .jobs.find(({ workspace, source }) => workspace === wish.workspace && source !== null && source === wish.source);
  if (known && known.step.kind !== 'failed') return known.id;
  if (known) removeJob(known.id);
  const id = crypto.randomUUID();
  const job: SourceJob = {
    ...wish,
    id,
    consent: false,
    approved: null,
    stderr: '',
    start: null,
    step: { kind: 'starting' },
  };
  useSourceJobs.setState(({ jobs }) => ({ jobs: [...jobs, job] }));
  run(id);
  return id;
}

/** Starts it once more, whatever became of it; with `timeoutMs`, each answer may take that long. */
export function retryJob(id: string, timeoutMs?: number): void {
  if (timeoutMs !== undefined) changeJob(id, { timeoutMs });
  setStep(id, { kind: 'starting' });
  void runJob(id);
}

/** The user has seen what would run, and agrees. */
export function agreeToJob(id: string): void {
  changeJob(id, { consent: true });
  retryJob(id);
}

/** The user has seen what would run, and does not agree: nothing was started. What was typed is kept to be changed. */
export function refuseJob(id: string): void {
  const job = jobOf(id);
  if (job?.step.kind !== 'consent') return;
  if (job.connection === null) removeJob(id);
  else setStep(id, { kind: 'failed', error: refusals.get(id) ?? toPegboardError(null), plan: null });
}

/** The user has looked at the plan: write it. */
export function applyJob(id: string): void {
  const step = jobOf(id)?.step;
  if (step?.kind === 'review') applyPlan(id, step.planned);
}

function applyPlan(id: string, approved: Planned): void {
  changeJob(id, { approved });
  retryJob(id);
}

/** Stops what is under way, and takes the job away. */
export function cancelJob(id: string): void {
  running.get(id)?.abort();
  removeJob(id);
}

/** Takes away whatever is under way for a source that is about to be another one. */
export function cancelJobsOf(workspace: string, name: string): void {
  for (const job of useSourceJobs.getState().jobs) {
    if (job.workspace === workspace && job.source === name) cancelJob(job.id);
  }
}

/** Signs in at the server of a job that was refused, then starts it again. */
export async function signInForJob(id: string): Promise<void> {
  const job = jobOf(id);
  if (!job) return;
  setStep(id, { kind: 'signing_in', url: null });
  await withSignal(id, async (signal) => {
    const whose = job.connection === null ? { name: job.source ?? '' } : { connection: job.connection };
    for await (const event of await thisWindow().client.sources.signIn(whose, {
      signal,
      context: { workspace: job.workspace },
    })) {
      if (event.type === 'authorize') setStep(id, { kind: 'signing_in', url: event.url });
    }
    retryJob(id);
  });
}

/** The name of a job, even before its server has given one. */
export function jobLabel({ source }: Pick<SourceJob, 'source'>): string {
  return source ?? strings.sourceJobs.newSource;
}

/** Key of the row that shows a job: that of its source, where there is one. */
export function rowKeyOf({ id, source, connection }: Pick<SourceJob, 'id' | 'source' | 'connection'>): string {
  return connection === null && source !== null ? sourceKey(source) : jobKey(id);
}

/** Why the server of a job was not started, while the user is asked. */
const refusals = new Map<string, PegboardError>();

async function runJob(id: string): Promise<void> {
  const job = jobOf(id);
  if (!job) return;
  changeJob(id, { stderr: '', start: null });
  const { workspace, source, connection, consent, approved, timeoutMs } = job;
  // A new source has nothing that could be lost: adding it is what the user asked for.
  const apply = connection !== null || approved !== null;
  let planned: Planned | null = null;
  const input = {
    ...(source === null ? {} : { source }),
    ...(connection === null ? {} : { connection }),
    ...(approved === null ? {} : { approved: { base: approved.plan.base, list_hash: approved.list_hash } }),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    consent,
    apply,
  };
  await withSignal(
    id,
    async (signal) => {
      for await (const event of await thisWindow().client.sources.importMcp(input, {
        signal,
        context: { workspace },
      })) {
        if (event.type === 'done') return jobDone(job, event.result);
        if (event.type === 'planned') planned = event;
        else if (event.type === 'stderr') changeJob(id, { stderr: event.text });
        else {
          if (event.type === 'connecting' && event.limit_ms !== undefined)
            changeJob(id, { start: { at: Date.now(), limitMs: event.limit_ms } });
          setStep(id, stepOfEvent(event));
        }
      }
      if (planned) decide(id, planned);
    },
    (error) => {
      if (error.code === 'config_changed' && approved !== null && planned) {
        changeJob(id, { approved: null });
        setStep(id, { kind: 'review', planned, isNew: true });
      } else setStep(id, { kind: 'failed', error, plan: planned?.plan ?? null });
    },
  );
}

/** Where there is nothing to decide it is only noted that the list was looked at. */
function decide(id: string, planned: Planned): void {
  const { plan } = planned;
  if (!planChangesSomething(plan) && plan.conflicts.length === 0) applyPlan(id, planned);
  else setStep(id, { kind: 'review', planned, isNew: false });
}

/** The job makes room for its source, also where the user is looking at it. */
function jobDone(job: SourceJob, result: ImportResult): void {
  const { selected, select } = useSourcesView.getState();
  const source = result.sources[0]?.source;
  if (source !== undefined && selected[job.workspace] === rowKeyOf(job)) select(job.workspace, sourceKey(source));
  removeJob(job.id);
  tellImported(result);
}

/** Runs the work of a job so that it can be cancelled. A failure becomes a question, or goes to `onFailure`. */
async function withSignal(
  id: string,
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: PegboardError) => void = (error) => setStep(id, { kind: 'failed', error, plan: null }),
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await work(controller.signal);
  } catch (thrown) {
    if (controller.signal.aborted) return;
    const error = toPegboardError(thrown);
    const subject = consentSubjectOfError(error);
    if (subject) {
      refusals.set(id, error);
      setStep(id, { kind: 'consent', subject, before: errorFacts(error).agreedBefore });
      return;
    }
    onFailure(error);
    const job = jobOf(id);
    if (job?.step.kind === 'failed') tellFailed(jobLabel(job), error, () => showSource(job.workspace, rowKeyOf(job)));
  } finally {
    if (running.get(id) === controller) running.delete(id);
  }
}

function jobOf(id: string): SourceJob | undefined {
  return useSourceJobs.getState().jobs.find((job) => job.id === id);
}

function setStep(id: string, step: JobStep): void {
  changeJob(id, { step });
}

function changeJob(id: string, change: Partial<SourceJob>): void {
  useSourceJobs.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) }));
}

function removeJob(id: string): void {
  refusals.delete(id);
  useSourceJobs.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }));
}
