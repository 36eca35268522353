import type { Finding } from './finding.ts';

/** Everything a check of skills can find: how grave it is, and what it is, for lists and SARIF. Codes are stable. */
export const skillFindingTable = {
  file_unreadable: { severity: 'error', title: 'The file cannot be read' },
  file_too_large: { severity: 'error', title: 'The file is too large' },
  too_many_files: { severity: 'error', title: 'The folder has too many files' },
  link_skipped: { severity: 'info', title: 'A link is not followed' },
  nul_character: { severity: 'error', title: 'The file holds a NUL character' },
  broken_unicode: { severity: 'error', title: 'A text is broken Unicode' },
  front_matter_missing: { severity: 'error', title: 'The file has no front matter' },
  front_matter_language: { severity: 'error', title: 'The front matter is not YAML' },
  syntax: { severity: 'error', title: 'The text does not follow its format' },
  too_complex: { severity: 'error', title: 'The values nest, repeat or grow too much' },
  not_a_skill: { severity: 'error', title: 'The value is no skill' },
  field_missing: { severity: 'error', title: 'A required field is missing' },
  field_type: { severity: 'error', title: 'A field has a value of the wrong kind' },
  text_too_long: { severity: 'error', title: 'A text is too long' },
  findings_cut: { severity: 'error', title: 'More is wrong than is listed' },
  list_too_long: { severity: 'error', title: 'A list is too long' },
  task_type_unknown: { severity: 'error', title: 'The task type is not known' },
  name_invalid: { severity: 'error', title: 'The name holds what a name may not hold' },
  name_reserved: { severity: 'error', title: 'The name is reserved' },
  name_duplicate: { severity: 'error', title: 'Two skills have one name' },
  name_case: { severity: 'warning', title: 'Two names differ only by case' },
  name_convention: { severity: 'warning', title: 'The name does not start as the pack says' },
  name_changed: { severity: 'warning', title: 'The name was changed to one that is allowed' },
  description_edited: { severity: 'warning', title: 'The description was edited after the export' },
  sections_edited: { severity: 'warning', title: 'The lists were edited after the export' },
  body_twice: { severity: 'warning', title: 'The body is given twice' },
  hidden_unicode: { severity: 'warning', title: 'A text holds characters that nobody sees' },
  manifest_invalid: { severity: 'error', title: 'pack.yaml is not valid' },
  manifest_unknown_key: { severity: 'warning', title: 'pack.yaml has a key that means nothing' },
  pack_name_differs: { severity: 'info', title: 'The pack calls itself otherwise' },
  pack_empty: { severity: 'warning', title: 'The pack has no skills' },
  pack_unreadable: { severity: 'error', title: 'The pack cannot be read' },
  pack_scope: { severity: 'warning', title: 'No query sees the pack' },
  pack_stale: { severity: 'warning', title: 'Skills are served as they were before' },
  pin_unknown: { severity: 'warning', title: 'A pinned skill does not exist' },
  trigger_similar: { severity: 'warning', title: 'Two skills have nearly the same trigger' },
  summarize_unused: { severity: 'warning', title: 'No model shortens skills' },
  over_budget: { severity: 'warning', title: 'The skill does not fit the budget' },
  tool_unknown: { severity: 'warning', title: 'A tool that the skill names does not exist' },
  tool_denied: { severity: 'warning', title: 'A tool that the skill names may not be used' },
  tool_deferred: { severity: 'warning', title: 'A tool that the skill names is deferred and cannot be found' },
  profile: { severity: 'error', title: 'The profile forbids it' },
  profile_advice: { severity: 'warning', title: 'The profile advises against it' },
} as const satisfies Record<string, Pick<Finding, 'severity'> & { title: string }>;

export type SkillFindingCode = keyof typeof skillFindingTable;

/** A finding about a skill, as grave as the table says. */
export function skillFinding(
  code: SkillFindingCode,
  place: { readonly path: string; readonly line?: number | undefined; readonly column?: number | undefined },
  message: string,
  hint?: string,
): Finding {
  return {
    code,
    severity: skillFindingTable[code].severity,
    message,
    path: place.path,
    ...(place.line === undefined ? {} : { range: { start: { line: place.line, column: place.column ?? 1 } } }),
    ...(hint === undefined ? {} : { hint }),
  };
}
