import { relative, resolve, sep } from 'node:path';
import type { Services } from '#core/services.ts';
import type { ExperimentEvent, ExperimentPlan } from '#shared/contract/experiments.ts';
import { counted } from '#shared/counted.ts';
import type { ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, findWorkspace, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import type { Reporter } from '../reporter.ts';
import { withConsent } from '../with-consent.ts';
import { chosenRun, printReport } from './experiment-report.ts';

interface Limits {
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly maxRequests?: number;
  readonly maxMinutes?: number;
}

export interface ExperimentRunOptions extends Limits {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly tasks?: readonly string[];
  readonly arms?: readonly string[];
  readonly repetitions?: number;
  readonly seed?: number;
  readonly out?: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
}

/** `pegboard experiment run`: exit code 1 where it stopped before its end. */
export async function experimentRun(
  context: CommandContext,
  file: string | undefined,
  options: ExperimentRunOptions,
): CommandResult {
  const root = await findWorkspace(context);
  const path = file === undefined ? undefined : relative(root, resolve(context.io.cwd, file)).split(sep).join('/');
  const asked = {
    ...(path === undefined ? {} : { path }),
    ...(options.arms === undefined ? {} : { arms: [...options.arms] }),
    settings: settingsOf(options),
    consent: false,
  };
  return withWorkspace(context, async (services) => {
    const plan = await services.experiments.plan(asked);
    context.reporter.findings(plan.findings);
    if (options.plan) {
      context.reporter.result('experiment-plan/1', { ...plan }, () => describePlan(plan));
      return 0;
    }
    context.reporter.note(describePlan(plan));
    if (plan.live) await agreeToCosts(context, plan, options.yes === true);
    return follow(context, services, {
      yes: options.yes === true,
      out: options.out,
      begin: (consent) => services.experiments.run({ ...asked, consent }, { signal: context.io.signal }),
    });
  });
}

/** `pegboard experiment resume`: exit code 1 where it stopped before its end. */
export async function experimentResume(
  context: CommandContext,
  given: string | undefined,
  options: Limits & { readonly out?: string; readonly yes?: boolean },
): CommandResult {
  return withWorkspace(context, async (services) => {
    const { id } = await chosenRun(services, given, ({ state, trials }) => state !== 'done' || trials.failed > 0);
    const limits = limitsOf(options);
    return follow(context, services, {
      yes: options.yes === true,
      out: options.out,
      begin: (consent) => services.experiments.resume({ id, consent, limits }, { signal: context.io.signal }),
    });
  });
}

interface Following {
  readonly yes: boolean;
  readonly out: string | undefined;
  readonly begin: (consent: boolean) => AsyncGenerator<ExperimentEvent, void>;
}

/** Follows an experiment to its end and prints the report. One that needs consent goes on when it is given. */
async function follow(context: CommandContext, services: Services, { yes, out, begin }: Following): CommandResult {
  const { io, reporter } = context;
  let id: string | undefined;
  const run = await withConsent(context, yes, async ({ consent }) => {
    const events =
      id === undefined ? begin(consent) : services.experiments.resume({ id, consent }, { signal: io.signal });
    let last: ExperimentRun | undefined;
    for await (const event of events) {
      last = event.run;
      if (event.type === 'started') id = event.run.id;
      if (event.type === 'trial') noteTrial(event.trial, event.run, reporter);
    }
    if (!last) throw new PegboardError('cancelled', 'The experiment was cancelled before it began.');
    return last;
  });
  // A report without a trial that counts says this itself.
  const isTold = run.trials.done === 0 && reporter.format === 'human' && out === undefined;
  if (run.state !== 'done' && !isTold) {
    const why = run.stopped_by === null ? '' : `${run.stopped_by.replace(/\.?$/, '.')} `;
    reporter.note(plainText(`Stopped: ${why}Go on with: pegboard experiment resume ${run.id}`));
  }
  if (io.signal.aborted) throw new PegboardError('cancelled', 'The experiment was cancelled. It can be resumed.');
  await printReport(context, services, { id: run.id, out });
  return run.state === 'done' ? 0 : 1;
}

/** Trials of a long experiment that are told: about so many. */
const told = 40;

function noteTrial(trial: Trial, { trials }: ExperimentRun, reporter: Reporter): void {
  const count = trials.done + trials.failed;
  if (trial.state !== 'failed' && count % Math.ceil(trials.all / told) !== 0 && count !== trials.all) return;
  const outcome = trial.success === null ? (trial.problem ?? 'not judged') : trial.success ? 'solved' : 'not solved';
  reporter.note(plainText(`${count}/${trials.all}  ${trial.task}  ${trial.arm}: ${outcome}`));
}

async function agreeToCosts({ io }: CommandContext, plan: ExperimentPlan, yes: boolean): Promise<void> {
  if (yes) return;
  const question = `${describePlan(plan)} Run it?`;
  if (io.ask && (await io.ask(question))) return;
  throw new PegboardError('confirmation_required', `A live model costs money. ${describePlan(plan)}`, {
    hint: 'Agree with --yes; --max-cost, --max-tokens and --max-requests limit it.',
  });
}

function describePlan({ model, live, tasks, arms, trials, tokens, cost_usd }: ExperimentPlan): string {
  const sends =
    tokens === null
      ? ''
      : ` About ${tokens.toLocaleString('en')} tokens sent; the answers of tools and the tokens that the model writes are not counted.`;
  const paid = cost_usd === null ? '' : ` About ${cost_usd.toFixed(2)} US dollars for the tokens sent.`;
  const costs = live ? `${paid} Give the price of the tokens that the model writes under prices.output.` : paid;
  return plainText(
    `${counted(trials, 'trial')} with ${model}: ${counted(tasks, 'task')}, arms ${arms.join(', ')}.${sends}${costs}`,
  );
}

function settingsOf(options: ExperimentRunOptions): Record<string, unknown> {
  const { tasks, repetitions, seed } = options;
  const limits = limitsOf(options);
  return {
    ...(options.model === undefined ? {} : { model: modelOf(options.model, options.baseUrl) }),
    ...(tasks === undefined ? {} : { tasks }),
    ...(repetitions === undefined ? {} : { repetitions }),
    ...(seed === undefined ? {} : { seed }),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  };
}

function limitsOf({ maxCost, maxTokens, maxRequests, maxMinutes }: Limits) {
  return {
    ...(maxCost === undefined ? {} : { cost_usd: maxCost }),
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(maxRequests === undefined ? {} : { requests: maxRequests }),
    ...(maxMinutes === undefined ? {} : { minutes: maxMinutes }),
  };
}

/** `provider:model`. Error: `usage`. */
function modelOf(text: string, baseUrl: string | undefined): Record<string, unknown> {
  if (text === 'scripted') return { provider: 'scripted' };
  const [, provider, model] = /^(anthropic|openai|openai-compatible):(.+)$/.exec(text) ?? [];
  if (provider === undefined || model === undefined) {
    throw new PegboardError('usage', `--model ${text}: give a provider and a model.`, {
      hint: 'Such as anthropic:NAME, openai:NAME, openai-compatible:NAME with --base-url, or scripted.',
    });
  }
  return { provider, model, ...(baseUrl === undefined ? {} : { base_url: baseUrl }) };
}
