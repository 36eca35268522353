import { stringify } from 'yaml';
import type { Services } from '#core/services.ts';
import type { ModelPreparation, ModelsReport, ModelTest } from '#shared/domain/model-report.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import {
  type CommandContext,
  type CommandResult,
  withServices,
  withWorkspace,
  workspaceNearby,
} from '../command-context.ts';
import { consentShown } from '../consent-shown.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';

export interface ModelsOptions {
  readonly persona?: string | undefined;
  readonly yes?: boolean | undefined;
}

/**
 * `pegboard models`: lists models that a workspace can name and the one that it does; `test` asks that one, `prepare` makes the
 * vectors of the tools. Fetches nothing.
 */
export async function models(
  context: CommandContext,
  action: string | undefined,
  options: ModelsOptions,
): CommandResult {
  if (action === undefined) return list(context);
  if (action === 'test') return withWorkspace(context, (services) => test(context, services, options));
  if (action === 'prepare') return withWorkspace(context, (services) => prepare(context, services, options));
  throw new PegboardError('usage', `models: there is no action "${action}".`, {
    hint: 'Actions are test and prepare; without one, models are listed.',
  });
}

async function list(context: CommandContext): CommandResult {
  const root = await workspaceNearby(context);
  const tell = async (services: Services) => {
    const report = services.models.list();
    context.reporter.result('models/1', report, () => describeModels(report));
    return 0;
  };
  return root === undefined ? withServices(context, tell) : withWorkspace(context, tell);
}

async function test({ io, reporter }: CommandContext, services: Services, options: ModelsOptions): CommandResult {
  const result = await agreed({ io }, services, options, () => services.models.test(io.signal));
  reporter.result('models-test/1', result, () => describeTest(result));
  return 0;
}

async function prepare({ io, reporter }: CommandContext, services: Services, options: ModelsOptions): CommandResult {
  const result = await agreed({ io }, services, options, () =>
    services.models.prepare(options.persona, { signal: io.signal }),
  );
  reporter.result('models-prepare/1', result, () => describePreparation(result));
  return 0;
}

/** Runs work that may need consent to an address: `--yes` gives it, else a terminal is asked. Error: `consent_required`. */
async function agreed<Result>(
  { io }: Pick<CommandContext, 'io'>,
  services: Services,
  { yes }: ModelsOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const shown = isPegboardError(error) ? consentShown(error) : null;
    if (!shown || !(yes || (io.ask && (await io.ask((error as PegboardError).message))))) throw error;
    await services.search.agreeToEmbedder(shown);
    return work();
  }
}

function describeModels({ known, named }: ModelsReport): string {
  const rows = known.map(({ name, licence, megabytes, languages, dimensions, kind }) => [
    name,
    kind,
    `${megabytes} MB`,
    String(dimensions),
    languages,
    licence,
  ]);
  const right = [false, false, true, true, false, false];
  return [
    ...(named ? [describeNamed(named)] : []),
    table([['model', 'kind', 'size', 'dimensions', 'languages', 'licence'], ...rows], right),
    'To fetch a model, and what to write in pegboard.yaml under tool_search.understanding:',
    ...known.map(({ fetch, config }) => `${fetch}\n${indented(stringify({ model: config }).trimEnd())}`),
    'Then: pegboard models test',
  ].join('\n\n');
}

function describeNamed({ meaning, hybrid }: NonNullable<ModelsReport['named']>): string {
  return [
    `meaning in the default ranking: ${plainText(meaning ?? 'the word vectors that come with Pegboard')}`,
    `hybrid search: ${plainText(hybrid)}`,
  ].join('\n');
}

function describeTest({ model, dimensions, first_ms, again_ms, cosines }: ModelTest): string {
  return [
    `${plainText(model)} works.`,
    `${dimensions} dimensions; ${first_ms.toFixed(0)} ms until the first answer, ${again_ms.toFixed(0)} ms for the second.`,
    `cosine of two sentences that mean the same: ${cosines.same.toFixed(3)}; of two that do not: ${cosines.other.toFixed(3)}`,
  ].join('\n');
}

function describePreparation({ model, tools, dimensions, elapsed_ms, scale }: ModelPreparation): string {
  const range = scale
    ? `its median cosine is ${scale.match.toFixed(3)} for a tool's own text and ${scale.background.toFixed(3)} for texts of other tools`
    : 'it cannot tell the tools of this catalog apart, so the word vectors that come with Pegboard stand in for it';
  return `${tools} tools have a vector of ${plainText(model)} with ${dimensions} dimensions, after ${elapsed_ms.toFixed(0)} ms.\nIn this catalog ${range}.`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
