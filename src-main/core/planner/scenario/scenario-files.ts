import { join } from 'node:path';
import type { ScenarioFile, ScenarioText } from '#shared/contract/planner.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { maximumScenarioBytes, readScenario } from '#shared/text/read-scenario.ts';
import type { Files } from '../../files/files.ts';
import { textHash } from '../../skills/export/export-journal.ts';
import { containedPath } from '../../workspace/load-workspace.ts';

/** How many scenarios are listed. */
const maximumFiles = 500;

const isScenario = (name: string) => /\.scenario\.ya?ml$/.test(name);

/** The scenarios of a workspace folder and of its `scenarios`, by path. One that cannot be read is listed without a name. */
export async function listScenarios(root: string, files: Files): Promise<ScenarioFile[]> {
  const paths = (
    await Promise.all(
      ['', 'scenarios'].map(async (folder) =>
        (
          await files.list(join(root, folder))
        )
          .filter(isScenario)
          .map((name) => (folder === '' ? name : `${folder}/${name}`)),
      ),
    )
  ).flat();
  const listed: ScenarioFile[] = [];
  for (const path of paths.sort().slice(0, maximumFiles)) {
    try {
      const { text, hash } = await scenarioText(root, path, files);
      const { scenario } = readScenario(text, path);
      listed.push({ path, name: scenario?.name ?? null, description: scenario?.description ?? null, hash });
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      listed.push({ path, name: null, description: null, hash: null });
    }
  }
  return listed;
}

/** The text of a scenario of the workspace. Errors: those of `scenarioPath`, `file_not_found`, `file_too_large`. */
export async function scenarioText(root: string, path: string, files: Files): Promise<ScenarioText> {
  const full = await scenarioPath(root, path, files);
  const text = await files.readText(full, { maximumBytes: maximumScenarioBytes, regularOnly: true });
  return { path, text, hash: textHash(text) };
}

/** Where a scenario of the workspace lies. Errors: `usage` for a name of another kind, `config_invalid` for a path outside. */
export async function scenarioPath(root: string, path: string, files: Files): Promise<string> {
  if (!isScenario(path)) {
    throw new PegboardError('usage', `${path} is not a scenario.`, { hint: 'Scenarios are named *.scenario.yaml.' });
  }
  return containedPath(root, 'scenario', path, files);
}
