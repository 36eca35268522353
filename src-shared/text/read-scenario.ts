import type { Finding } from '../domain/finding.ts';
import { type Scenario, scenarioSchema } from '../domain/scenario.ts';
import { PegboardError } from '../errors.ts';
import { readYamlFile } from './read-yaml-file.ts';

/** Largest scenario that is read, bytes. */
export const maximumScenarioBytes = 4 * 1024 * 1024;

/** A scenario as read; null with findings that say why. */
export interface ReadScenario {
  readonly scenario: Scenario | null;
  readonly findings: readonly Finding[];
}

/** Reads the text of a `*.scenario.yaml`. What is wrong is findings with line and column, all of them at once. */
export function readScenario(text: string, path: string): ReadScenario {
  const codes = { syntax: 'scenario_syntax', invalid: 'scenario_invalid' } as const;
  const { value, findings } = readYamlFile(scenarioSchema, text, path, codes);
  return { scenario: value, findings };
}

/** The scenario, or the first finding as an error. Errors: `scenario_syntax`, `scenario_invalid`. */
export function scenarioOf({ scenario, findings }: ReadScenario): Scenario {
  if (scenario) return scenario;
  const [first] = findings;
  const { line, column } = first?.range?.start ?? { line: 1, column: 1 };
  const code = first?.code === 'scenario_syntax' ? 'scenario_syntax' : 'scenario_invalid';
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  throw new PegboardError(code, `${first?.path}:${line}:${column}: ${first?.message}${more}`, {
    hint: 'docs/reference/scenario.md of Pegboard lists every field.',
    data: { findings },
  });
}
