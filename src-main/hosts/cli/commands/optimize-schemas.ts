import type { SchemasReport } from '#shared/domain/optimize-schemas.ts';
import { type SchemaStep, schemaSteps } from '#shared/domain/schema-form.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { writtenToConfig } from './optimize-undo.ts';

export interface OptimizeSchemasOptions {
  readonly references?: boolean;
  readonly persona?: string;
  readonly check?: boolean;
  readonly apply?: boolean;
  readonly only?: readonly string[];
}

/** `pegboard optimize schemas`: input schemas that say the same in fewer tokens. */
export async function optimizeSchemas(context: CommandContext, options: OptimizeSchemasOptions): CommandResult {
  const { references = false, persona, only, apply, check } = options;
  return withWorkspace(context, async (services) => {
    const input = {
      references,
      ...(persona === undefined ? {} : { persona }),
      ...(only === undefined ? {} : { only: [...only] }),
    };
    const report = await services.optimize.schemas(input, { signal: context.io.signal });
    const missing = only?.find((name) => !report.proposals.some(({ tool }) => tool === name));
    if (missing !== undefined) {
      throw new PegboardError('tool_not_found', `There is no shorter schema for "${missing}".`, {
        hint: 'pegboard optimize schemas lists the tools that have one.',
      });
    }
    const { changes, base } = report;
    const written = apply === true && changes.length > 0;
    if (written)
      await services.optimize.apply('Shorter schemas', { config: { changes: [...changes], base }, files: [] });
    context.reporter.result('optimize-schemas/1', { ...report, written }, () =>
      describeSchemas(report, written, context.reporter),
    );
    return check && report.verdict === 'shorter' && !written ? 1 : 0;
  });
}

const stepNames: Readonly<Record<SchemaStep, string>> = {
  titles: 'titles',
  empty: 'empty keywords',
  dialect: '$schema',
  unused: 'unused parts',
  references: 'repeated parts',
};

function describeSchemas(
  { reason, proposals, before, after, cost, changes }: SchemasReport,
  written: boolean,
  reporter: Reporter,
): string {
  const whole = (value: number) => value.toLocaleString('en-US');
  const lines = [
    reporter.paint('bold', reason),
    proposals.length === 0
      ? ''
      : table(
          [
            ['tool', '', 'tokens (estimate)', 'tokens (o200k)', 'left out', 'checked'],
            ...proposals.map((one) => [
              one.tool,
              one.always ? 'always loaded' : 'deferred',
              `${whole(one.before.estimate)} → ${whole(one.after.estimate)}`,
              `${whole(one.before.o200k)} → ${whole(one.after.o200k)}`,
              schemaSteps
                .flatMap((step) => (one.steps[step] ? [`${one.steps[step]} ${stepNames[step]}`] : []))
                .join(', '),
              whole(one.checked),
            ]),
            [
              'together',
              '',
              `${whole(before.estimate)} → ${whole(after.estimate)}`,
              `${whole(before.o200k)} → ${whole(after.o200k)}`,
              '',
              '',
            ],
          ],
          [false, false, true, true, false, true],
        ),
    proposals.length === 0
      ? ''
      : 'Both schemas of a tool gave the same answers, with the same reasons, for all arguments that were checked.',
    cost === null
      ? ''
      : `Of ${cost.queries} golden queries, ${cost.better} rank their tool higher and ${cost.worse} lower.`,
    table((cost?.changed ?? []).map((one) => [excerpt(one.query, 60), `${one.before ?? '–'} → ${one.after ?? '–'}`])),
    written ? writtenToConfig : changes.length > 0 ? 'Write it with --apply.' : '',
  ];
  return lines.filter((part) => part !== '').join('\n\n');
}
