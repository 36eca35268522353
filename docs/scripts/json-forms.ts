import { z } from 'zod';
import { configFields } from '#shared/config-fields.ts';
import { auditReportSchema } from '#shared/domain/audit.ts';
import { confusableReportSchema } from '#shared/domain/confusable.ts';
import { economicsReportSchema } from '#shared/domain/economics.ts';
import { evalReportSchema } from '#shared/domain/eval-set.ts';
import { findingSchema } from '#shared/domain/finding.ts';
import { hostBudgetsSchema } from '#shared/domain/host-budgets.ts';
import { importResultSchema } from '#shared/domain/import-plan.ts';
import { leakReportSchema } from '#shared/domain/leak-report.ts';
import { callResultSchema, sourceSummarySchema } from '#shared/domain/live-source.ts';
import { matchStrengths } from '#shared/domain/match-strength.ts';
import { modelPreparationSchema, modelsReportSchema, modelTestSchema } from '#shared/domain/model-report.ts';
import { boardReportSchema } from '#shared/domain/optimize.ts';
import { payloadSchema } from '#shared/domain/payload.ts';
import { renderedPromptSchema } from '#shared/domain/prompt-block.ts';
import { guidedSearchHitSchema, guidedSearchOutputSchema, toolGetOutputSchema } from '#shared/domain/search-result.ts';
import { simulationSchema } from '#shared/domain/simulation.ts';
import { skillConversionSchema } from '#shared/domain/skill-conversion.ts';
import { skillGetOutputSchema, skillListOutputSchema, skillSearchOutputSchema } from '#shared/domain/skill-tools.ts';
import { skillValidationSchema } from '#shared/domain/skill-validation.ts';
import { usageEntrySchema, usageTotalsSchema } from '#shared/domain/usage-view.ts';
import { useGoldenProposalSchema } from '#shared/domain/use-golden.ts';
import { useOriginStateSchema, useReadResultSchema, useReportSchema } from '#shared/domain/use-report.ts';
import { errorValueSchema } from '#shared/errors.ts';

/** What a command prints as JSON: who prints it, the schema that it holds to, and the fields that the command adds. */
export interface JsonForm {
  readonly printedBy: string;
  readonly schema: z.ZodType;
  readonly adds?: string;
}

/** The forms that scripts read most. Names are those in `schema`, without `pegboard.` */
export const jsonForms: Readonly<Record<string, JsonForm>> = {
  'search/1': {
    printedBy: '`pegboard search`',
    schema: guidedSearchOutputSchema.extend({
      tools: z.array(guidedSearchHitSchema.extend({ strength: z.enum(matchStrengths).optional() })).readonly(),
    }),
    adds: '`output_tokens`, `always_loaded_matches`, with a model `meaning_model`; with `--explain` `explanation`, with `--why-not` `why_not`',
  },
  'models/1': { printedBy: '`pegboard models`', schema: modelsReportSchema },
  'models-test/1': { printedBy: '`pegboard models test`', schema: modelTestSchema },
  'models-prepare/1': { printedBy: '`pegboard models prepare`', schema: modelPreparationSchema },
  'get/1': { printedBy: '`pegboard get`', schema: toolGetOutputSchema },
  'call/1': { printedBy: '`pegboard call`', schema: callResultSchema },
  'import/1': { printedBy: '`pegboard import` of files and of one server', schema: importResultSchema },
  'sources/1': { printedBy: '`pegboard sources`', schema: z.object({ sources: z.array(sourceSummarySchema) }) },
  'eval/1': {
    printedBy: '`pegboard eval`',
    schema: evalReportSchema,
    adds: '`failed`; with `--compare` `comparison`',
  },
  'audit/1': { printedBy: '`pegboard audit`', schema: auditReportSchema },
  'confusable/1': { printedBy: '`pegboard confusable`', schema: confusableReportSchema },
  'prompt/1': {
    printedBy: '`pegboard prompt`',
    schema: renderedPromptSchema,
    adds: 'with `--diff` `diff`, with a version `versions`',
  },
  'prompt-leaks/1': { printedBy: '`pegboard prompt --leaks`', schema: leakReportSchema },
  'simulate/1': { printedBy: '`pegboard simulate`', schema: simulationSchema, adds: '`golden`, `recording`, `diff`' },
  'economics/1': { printedBy: '`pegboard economics`', schema: economicsReportSchema, adds: '`measured`, `sources`' },
  'payload/1': { printedBy: '`pegboard export payload`', schema: payloadSchema },
  'budgets/1': { printedBy: '`pegboard budgets`', schema: hostBudgetsSchema },
  'skills-validate/1': { printedBy: '`pegboard skills validate`', schema: skillValidationSchema },
  'skills-convert/1': { printedBy: '`pegboard skills convert`', schema: skillConversionSchema },
  'skills-search/1': { printedBy: '`pegboard skills search`', schema: skillSearchOutputSchema },
  'skills-get/1': { printedBy: '`pegboard skills get`', schema: skillGetOutputSchema },
  'skills-list/1': { printedBy: '`pegboard skills list`', schema: skillListOutputSchema },
  'optimize/1': {
    printedBy: '`pegboard optimize board`',
    schema: boardReportSchema,
    adds: '`kind`, and with `--apply` `written`: the tools that moved',
  },
  'gateway-log/1': {
    printedBy: '`pegboard gateway log`',
    schema: z.object({ entries: z.array(usageEntrySchema), next: z.int().nullable(), totals: usageTotalsSchema }),
  },
  'usage/1': {
    printedBy: '`pegboard usage`',
    schema: z.object({
      since: z.int(),
      origins: z.array(useOriginStateSchema),
      read: z.array(useReadResultSchema),
      report: useReportSchema,
    }),
  },
  'usage-golden/1': {
    printedBy: '`pegboard usage --golden`',
    schema: z.object({ proposals: z.array(useGoldenProposalSchema), file: z.string().nullable() }),
  },
  'finding/1': { printedBy: 'every command, on stderr', schema: findingSchema },
  'error/1': { printedBy: 'every command that fails, on stderr', schema: errorValueSchema },
};

/** The forms as a page: the fields of each, two levels deep. */
export function jsonOutput(): string {
  return Object.entries(jsonForms)
    .map(([name, { printedBy, schema, adds }]) => {
      const fields = configFields(schema).filter(({ path }) => path.split('.').length <= 2);
      const rows = fields.map(
        ({ path, type, required }) => `| \`${path}\` | ${briefly(type)} |${required ? '' : ' optional'} |`,
      );
      const more = adds === undefined ? [] : ['', `The command adds ${adds}.`];
      const head = [`## pegboard.${name}`, '', `Printed by ${printedBy}.`, '', '| Field | Type | |', '|---|---|---|'];
      return [...head, ...rows, ...more].join('\n');
    })
    .join('\n\n');
}

/** A type as a cell; a long list of codes is on the page of errors. */
function briefly(type: string): string {
  return type.length > 300 ? '[a code](errors.md)' : type;
}
