import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ToolPolicy } from '#shared/domain/tool-policy.ts';
import { closestTo } from './closest-name.ts';

/**
 * Names of the policy that no tool has. Where `denied_tools` has one, a tool that somebody meant to keep from agents may be served, so it
 * is an error; a name of `allowed_tools` lets nothing run. `names` are those of all tools, those of disabled sources too.
 */
export function policyFindings(
  { allowed_tools, denied_tools }: ToolPolicy,
  names: ReadonlySet<string>,
): readonly Finding[] {
  return [
    ...unknownNames('denied_tools', denied_tools, names),
    ...unknownNames('allowed_tools', allowed_tools ?? [], names),
  ];
}

function unknownNames(
  field: 'denied_tools' | 'allowed_tools',
  listed: readonly string[],
  names: ReadonlySet<string>,
): Finding[] {
  const does = field === 'denied_tools' ? 'it denies nothing' : 'it allows nothing';
  return listed
    .filter((name) => !names.has(name))
    .map((name) => {
      const near = closestTo(name, [...names]);
      const hint = name.includes('*')
        ? 'The policy takes whole names. List each tool, or hide the tools from personas with hidden_tools, which takes globs.'
        : near === undefined
          ? 'Correct the name, or remove it.'
          : `Did you mean "${near}"?`;
      return finding('policy_names_no_tool', {
        ...(field === 'denied_tools' && { severity: 'error' }),
        message: `policy.${field} has "${name}", but no tool has that name: ${does}.`,
        path: `policy.${field}`,
        hint,
      });
    });
}
