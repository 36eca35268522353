import { finding } from '#shared/domain/finding.ts';
import { asRecord } from '../../json/json-walk.ts';
import { type LintRule, listNames } from './lint-rule.ts';
import { type SchemaArgument, schemaArguments } from './schema-arguments.ts';

/** Any of these says something about the values that fit. */
const typing = [
  'type',
  'enum',
  'const',
  '$ref',
  '$dynamicRef',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'properties',
  'items',
];

/** Arguments whose schema takes anything, so that a model sends anything. */
export const untypedArguments: LintRule = ({ input_schema }) => {
  const loose = schemaArguments(input_schema).filter((argument) => !isTyped(argument));
  const first = loose[0];
  const names = [...new Set(loose.map(({ name }) => name))];
  if (!first) return [];
  return [
    finding('argument_untyped', {
      message: `${names.length === 1 ? 'An argument has' : `${names.length} arguments have`} no type: ${listNames(names)}.`,
      path: `input_schema${first.pointer}`,
      hint: 'Give a type, or an enum of the values that fit.',
    }),
  ];
};

function isTyped({ schema }: SchemaArgument): boolean {
  if (schema === true) return false;
  const record = asRecord(schema);
  return !record || typing.some((keyword) => keyword in record);
}
