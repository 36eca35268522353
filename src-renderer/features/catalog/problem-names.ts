/** Short names of finding codes, for facets. */
const names: Readonly<Record<string, string>> = {
  description_missing: 'no description',
  description_long: 'long description',
  argument_undocumented: 'undocumented arguments',
  argument_untyped: 'untyped arguments',
  hidden_unicode: 'hidden Unicode',
  model_instructions: 'orders the model',
  name_similar: 'similar name',
  example_mismatch: 'example that does not fit',
  example_not_checked: 'example not checked',
  schema_invalid: 'invalid schema',
  schema_too_large: 'schema too large',
  schema_dialect_unknown: 'unknown dialect',
  schema_ref_outside: 'outside reference',
  schema_ref_unresolved: 'broken reference',
};

/** The name of a finding's code; a code without one is shown as it is. */
export function problemName(code: string): string {
  return names[code] ?? code;
}
