import type { SimulateInput } from '#shared/contract/planner.ts';
import { searchOn, workspaceFolder, write } from './workspace.ts';

/** A simulation that nobody follows and nobody answers, of a text yet to be given. */
export const simulateInput: SimulateInput = {
  text: '',
  path: 'x.scenario.yaml',
  live: false,
  prompts: false,
  chunks: false,
  interactive: false,
  remember: false,
  forget: false,
  record: false,
  consent: false,
  confirmed: false,
};

/** A workspace with one deferred tool, `files.read`, and these scenarios by path. */
export function scenarioFolder(scenarios: Readonly<Record<string, string>>): string {
  const root = workspaceFolder([{ name: 'files.read', description: 'Read.' }], searchOn);
  for (const [path, text] of Object.entries(scenarios)) write(root, path, text);
  return root;
}
