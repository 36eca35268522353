import { z } from 'zod';
import { configFields } from '#shared/config-fields.ts';
import { experimentPlanSchema } from '#shared/contract/experiments.ts';
import { auditReportSchema } from '#shared/domain/audit.ts';
import { confusableReportSchema } from '#shared/domain/confusable.ts';
import { economicsReportSchema } from '#shared/domain/economics.ts';
import { evalReportSchema } from '#shared/domain/eval-set.ts';
import { experimentReportSchema, experimentRunSchema } from '#shared/domain/experiment.ts';
import { findingSchema } from '#shared/domain/finding.ts';
import { gatewayAdminSchema } from '#shared/domain/gateway-admin.ts';
import { hostBudgetsSchema } from '#shared/domain/host-budgets.ts';
import { importResultSchema } from '#shared/domain/import-plan.ts';
import { leakReportSchema } from '#shared/domain/leak-report.ts';
import { callResultSchema, sourceSummarySchema } from '#shared/domain/live-source.ts';
import { modelPreparationSchema, modelsReportSchema, modelTestSchema } from '#shared/domain/model-report.ts';
import { boardReportSchema, textsReportSchema } from '#shared/domain/optimize.ts';
import { schemasReportSchema } from '#shared/domain/optimize-schemas.ts';
import { skillsReportSchema } from '#shared/domain/optimize-skills.ts';
import { payloadSchema } from '#shared/domain/payload.ts';
import { pluginFormSchema } from '#shared/domain/plugin-forms.ts';
import { renderedPromptSchema } from '#shared/domain/prompt-block.ts';
import {
  guidedSearchHitSchema,
  guidedSearchOutputSchema,
  matchStrengthSchema,
  toolGetOutputSchema,
} from '#shared/domain/search-result.ts';
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
      tools: z.array(guidedSearchHitSchema.extend({ strength: matchStrengthSchema.optional() })).readonly(),
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
  'audit/1': {
    printedBy: '`pegboard audit`',
    schema: auditReportSchema,
    adds: '`unread`, the findings about sources that cannot be read',
  },
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
  'plugins-validate/1': {
    printedBy: '`pegboard plugins validate`',
    schema: z.object({
      plugins: z.array(
        z.object({
          name: z.string().nullable(),
          form: pluginFormSchema,
          root: z.string(),
          skills: z.array(z.string()),
          servers: z.array(z.string()),
        }),
      ),
      findings: z.array(
        findingSchema.omit({ range: true }).extend({ line: z.int().optional(), column: z.int().optional() }),
      ),
    }),
  },
  'import-agent/1': {
    printedBy: '`pegboard import` of an agent file',
    schema: z.object({
      persona: z.object({
        name: z.string(),
        visible_tools: z.array(z.string()),
        hidden_tools: z.array(z.string()).optional(),
      }),
      unknown: z.array(z.string()),
      own_tools: z.array(z.string()),
      findings: z.array(findingSchema),
      written: z.boolean(),
    }),
  },
  'experiment/1': {
    printedBy: '`pegboard experiment report`, `run` and `resume`',
    schema: experimentReportSchema,
  },
  'experiment-plan/1': { printedBy: '`pegboard experiment run --plan`', schema: experimentPlanSchema },
  'experiments/1': {
    printedBy: '`pegboard experiment list`',
    schema: z.object({ experiments: z.array(experimentRunSchema) }),
  },
  'experiment-check/1': {
    printedBy: '`pegboard experiment check`',
    schema: z.object({ tasks: z.array(z.object({ path: z.string(), findings: z.array(findingSchema) })) }),
  },
  'optimize/1': {
    printedBy: '`pegboard optimize board`',
    schema: boardReportSchema,
    adds: '`kind`, and with `--apply` `written`: the tools that moved',
  },
  'optimize-texts/1': {
    printedBy: '`pegboard optimize texts`',
    schema: textsReportSchema,
    adds: '`written`: whether `--apply` wrote the changes',
  },
  'optimize-schemas/1': {
    printedBy: '`pegboard optimize schemas`',
    schema: schemasReportSchema,
    adds: '`written`: whether `--apply` wrote the changes',
  },
  'optimize-skills/1': {
    printedBy: '`pegboard optimize skills`',
    schema: skillsReportSchema,
    adds: '`written`: whether `--apply` wrote the changes',
  },
  'optimize-undo/1': {
    printedBy: '`pegboard optimize undo`',
    schema: z.object({ label: z.string(), at: z.iso.datetime(), files: z.array(z.string()) }),
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
  'gateway-serve/1': {
    printedBy: '`pegboard gateway serve`',
    schema: z.object({
      url: z.string().describe('Address that it listens at.'),
      port: z.int(),
      public_url: z.string(),
      operations_port: z.int(),
    }),
  },
  'gateway-admin/1': { printedBy: '`pegboard gateway status`, `GET /admin/state`', schema: gatewayAdminSchema },
  'gateway-who/1': {
    printedBy: '`pegboard gateway who`',
    schema: z.object({
      name: z.string().nullable().describe('Whose token it is; null where it is not let in.'),
      refused: z.string().nullable().describe('Why it is not let in; null when it is.'),
      personas: z
        .array(z.object({ persona: z.string().nullable(), why: z.string(), tools: z.int().nullable() }))
        .describe('What it may be served as, the default first.'),
      admin: z.boolean().describe('Whether it may read the state of the server.'),
    }),
  },
  'finding/1': { printedBy: 'every command, on stderr', schema: findingSchema },
  'error/1': { printedBy: 'every command that fails, on stderr', schema: errorValueSchema },
};

/** The other forms: who prints them, and their fields. Names are those in `schema`, without `pegboard.` */
export const otherJsonForms: Readonly<Record<string, readonly [printedBy: string, fields: string]>> = {
  'ci/1': [
    '`pegboard ci`',
    '`failed`, `base`, `findings`, `accepted`, `stale`, `sources`, `golden`, and the difference of catalog and prompt',
  ],
  'compare/1': ['`pegboard search --compare`', '`engines`, each with its results; `agreement`'],
  'connect/1': [
    '`pegboard connect`',
    '`client`, `scope`, `path`, `name`, `state`, `diff`, `backup`, `take_over`, `servers`',
  ],
  'connect-clients/1': ['`pegboard connect --list`', '`clients`'],
  'disconnect/1': ['`pegboard connect --undo`', 'the entry that was taken back'],
  'discover/1': ['`pegboard import --discover`', '`configs`, each with its `servers`'],
  'doctor/1': ['`pegboard doctor`', '`checks`, `findings`, `problems`'],
  'eval-list/1': ['`pegboard eval list`', '`queries`'],
  'experiment-tasks/1': [
    '`pegboard experiment generate`, `pegboard experiment import`',
    '`tasks`, each with `path` and `text`; `written`',
  ],
  'experiment-written/1': ['`pegboard experiment` with `--out`', '`id`, `path`'],
  'experiment-removed/1': ['`pegboard experiment remove`', '`id`, `removed`'],
  'export/1': ['`pegboard export plugin`, `pegboard export agent`', 'the plan: `files`, `loss`; `written`'],
  'export-catalog/1': ['`pegboard export catalog`', '`as`, `catalog`, `loss`'],
  'usage-forget/1': ['`pegboard usage --forget`', '`removed`'],
  'gateway-log-clear/1': ['`pegboard gateway log --clear`', '`removed`'],
  'gateway-token/1': ['`pegboard gateway token`', '`persona`, `token`: null for one that exists already'],
  'gateway-tokens/1': [
    '`pegboard gateway tokens`',
    '`tokens`: `name`, `persona`, `made_at`, `expires_at`, `revoked_at`, `last_used_at`',
  ],
  'gateway-tokens-add/1': ['`pegboard gateway tokens --add`', '`name`, `persona`, `expires_at`, `token`'],
  'gateway-tokens-revoke/1': ['`pegboard gateway tokens --revoke`', '`name`'],
  'gateway-sign-ins/1': [
    '`pegboard gateway sign-ins`',
    '`sign_ins`: `caller`, `name`, `source`, `signed_in_at`, `last_used_at`, `key`: id of the key, `key_is`: `newest`, `older` or `missing`',
  ],
  'gateway-sign-ins-revoke/1': ['`pegboard gateway sign-ins --revoke`', '`sign_ins`: those that ended'],
  'gateway-sign-ins-reseal/1': [
    '`pegboard gateway sign-ins --reseal`',
    '`resealed` and `newest`: how many, `unopened`: those that no key opens',
  ],
  'gateway-trail/1': [
    '`pegboard gateway trail`',
    '`entries`: `number`, `at` (milliseconds since 1970), `by`, `action`, `subject`, `before`, `after`, `previous`, `hash`',
  ],
  'gateway-trail-verify/1': [
    '`pegboard gateway trail --verify`',
    '`entries`: how many, `last`: the hash of the last one, `problem`: null when nothing was changed',
  ],
  'gateway-token-hash/1': ['`pegboard gateway token --hash`', '`token`, `hash`'],
  'import-servers/1': [
    '`pegboard import` of a configuration, a description of a server, or a plugin',
    '`file`, `servers`, `variables`, `findings`',
  ],
  'init/1': ['`pegboard init`', '`path`, `configs`'],
  'log/1': ['`pegboard serve`, on stderr', '`level`, `message`, and the facts of the message'],
  'mcp/1': ['`pegboard mcp --http`', '`url`, `port`, `token`, `personas`'],
  'review/1': ['`pegboard review`', 'what waits for a decision; `decided`'],
  'serve/1': ['`pegboard serve`', '`url`, `port`'],
  'skills-export/1': ['`pegboard skills export`', 'the plan: `files`, `loss`'],
  'skills-relevant/1': ['`pegboard skills relevant`', '`text`, `skills`; with `--explain` `explanation`'],
  'sources-edit/1': ['`pegboard sources edit`', 'the connection as it is now, and what changed'],
  'sources-remove/1': ['`pegboard sources remove`', '`source`, `tools`, `kept_at`'],
  'sources-rename/1': ['`pegboard sources rename`', '`tools`, each with `from` and `to`'],
  'sources-sign-out/1': ['`pegboard sources sign-out`', '`source`, `signed_out`'],
  'sources-values/1': ['`pegboard sources values`', '`values`: where each is kept, and never the value itself'],
  'sources-values-forget/1': ['`pegboard sources values --forget`', '`forgotten`'],
  'sources-values-set/1': ['`pegboard sources values --set`', '`kept_in`'],
  'tools/1': ['`pegboard tools`', '`tools`; with `--problems` the `problems` of each'],
};

/** The forms as a page: the fields of each, two levels deep; then the others. */
export function jsonOutput(): string {
  const others = Object.entries(otherJsonForms).map(
    ([name, [printedBy, fields]]) => `| \`pegboard.${name}\` | ${printedBy} | ${fields} |`,
  );
  return [
    sections(),
    ['## Other forms', '', '| Schema | Printed by | Holds |', '|---|---|---|', ...others].join('\n'),
  ].join('\n\n');
}

function sections(): string {
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
