import { type Finding, finding } from '../domain/finding.ts';
import { type Scenario, scenarioSchema } from '../domain/scenario.ts';
import { PegboardError } from '../errors.ts';
import { locateField, parseYaml, yamlValues } from './parse-yaml.ts';
import { issuesInside } from './schema-issues.ts';

/** Largest scenario that is read, bytes. */
export const maximumScenarioBytes = 4 * 1024 * 1024;

/** Most mistakes that are reported one by one; finding the place of each takes a walk. */
const maximumIssues = 100;

/** A scenario as read; null with findings that say why. */
export interface ReadScenario {
  readonly scenario: Scenario | null;
  readonly findings: readonly Finding[];
}

/** Reads the text of a `*.scenario.yaml`. What is wrong is findings with line and column, all of them at once. */
export function readScenario(text: string, path: string): ReadScenario {
  const yaml = parseYaml(text);
  if (!yaml.ok) {
    const findings = yaml.problems.map(({ message, place }) =>
      finding('scenario_syntax', { message, path, range: { start: place } }),
    );
    return { scenario: null, findings };
  }
  const values = yamlValues(yaml);
  if (!values.ok) {
    const start = { line: 1, column: 1 };
    return { scenario: null, findings: [invalid(values.message, path, { start })] };
  }
  const parsed = scenarioSchema.safeParse(values.value);
  if (parsed.success) return { scenario: parsed.data, findings: [] };
  const issues = parsed.error.issues.slice(0, maximumIssues).flatMap(issuesInside).slice(0, maximumIssues);
  const findings = issues.map(({ path: field, message }) => {
    const place = field.length === 0 ? '' : `${field.join('.')}: `;
    return invalid(`${place}${message}`, path, { start: locateField(yaml, field) });
  });
  return { scenario: null, findings };
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

function invalid(message: string, path: string, range: Finding['range']): Finding {
  return { code: 'scenario_invalid', severity: 'error', message, path, range };
}
