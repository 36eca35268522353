import { finding } from '#shared/domain/finding.ts';
import { asRecord } from '../../json/json-walk.ts';
import { type LintRule, listNames } from './lint-rule.ts';
import { type SchemaArgument, schemaArguments } from './schema-arguments.ts';

/** Arguments without a description or a title: the model has nothing but their names. */
export const undocumentedArguments: LintRule = ({ input_schema }) => {
  const bare = schemaArguments(input_schema).filter((argument) => !isDocumented(argument));
  const first = bare[0];
  const names = [...new Set(bare.map(({ name }) => name))];
  if (!first) return [];
  return [
    finding('argument_undocumented', {
      message: `${names.length === 1 ? 'An argument has' : `${names.length} arguments have`} no description: ${listNames(names)}.`,
      path: `input_schema${first.pointer}`,
      hint: 'Describe the value and the format of each in one line.',
    }),
  ];
};

function isDocumented({ schema }: SchemaArgument): boolean {
  const record = asRecord(schema);
  // Something that cannot be described is for the rule on valid schemas; a reference is described where it points to.
  if (!record || typeof record.$ref === 'string' || 'const' in record) return true;
  return isText(record.description) || isText(record.title);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
