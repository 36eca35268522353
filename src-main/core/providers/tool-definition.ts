import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CheckBudget } from '../json/bounded-schema.ts';
import { checkArguments } from '../json/check-arguments.ts';
import { selectExamples } from '../prompt/select-examples.ts';
import type { ProviderFormat } from './provider.ts';

type Report = (finding: Finding) => void;

/** The input schema as an API wants it: an object at the top; findings for what the API refuses. */
export function sentSchema(
  tool: CatalogTool,
  { propertyName }: ProviderFormat,
  report: Report,
): Record<string, unknown> {
  const { input_schema: schema } = tool;
  const { properties } = schema;
  const about = (message: string, hint: string) =>
    report(finding('payload_schema_refused', { message: `${tool.name}: ${message}`, path: tool.name, hint }));
  if (propertyName) {
    const combinator = ['oneOf', 'anyOf', 'allOf'].find((key) => Object.hasOwn(schema, key));
    if (combinator) about(`${combinator} at the top of its schema is refused.`, 'Move it into a property.');
    const bad = Object.keys(isRecord(properties) ? properties : {}).find((key) => !propertyName.test(key));
    if (bad !== undefined) {
      about(
        `the argument ${JSON.stringify(bad)} has a name that is refused.`,
        'Use letters, digits, "_", "." and "-", at most 64.',
      );
    }
  }
  if (schema.type === 'object') return schema;
  if (schema.type === undefined) return { type: 'object', ...schema };
  about(
    'its schema does not describe an object; it is sent as one that accepts anything.',
    'Correct the schema at its source.',
  );
  return { type: 'object' };
}

/** The description; a finding when it is longer than the API takes. */
export function sentDescription(tool: CatalogTool, { maximumDescription }: ProviderFormat, report: Report): string {
  const { length } = tool.description;
  if (maximumDescription !== null && length > maximumDescription) {
    report(
      finding('payload_description_too_long', {
        message: `${tool.name}: its description has ${length} characters, but the provider accepts ${maximumDescription}.`,
        path: tool.name,
        hint: 'Give it a shorter one with an overlay.',
      }),
    );
  }
  return tool.description;
}

/**
 * Arguments of the examples that a prompt would show. An example that does not fit the schema, or that takes too long to
 * check, is left out, since an API refuses the whole request for it. `budget` is shared by all tools of a request.
 */
export function sentExamples(
  tool: CatalogTool,
  { config, budget, report }: { config: ToolExamplesConfig; budget: CheckBudget; report: Report },
): Record<string, unknown>[] {
  return selectExamples(tool.examples, config).flatMap(({ args }) => {
    const reason = reasonToLeaveOut(tool, args, budget);
    if (reason === null) return [args];
    report(
      finding('payload_example_left_out', {
        message: `An example of ${reason}`,
        path: tool.name,
        hint: 'Correct the example, or the schema.',
      }),
    );
    return [];
  });
}

function reasonToLeaveOut(tool: CatalogTool, args: Record<string, unknown>, budget: CheckBudget): string | null {
  try {
    const findings = checkArguments(tool, args, budget);
    const isChecked = findings.every(({ code }) => code !== 'arguments_not_checked');
    return isChecked ? null : `${tool.name}: its check takes too long.`;
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return error.message;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
