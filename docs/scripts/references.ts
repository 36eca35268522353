import { readFileSync, writeFileSync } from 'node:fs';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { experimentSchema } from '#shared/domain/experiment.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { scenarioSchema } from '#shared/domain/scenario.ts';
import { taskSchema, worldSchema } from '#shared/domain/task.ts';
import { toolCurationSchema } from '#shared/domain/tool.ts';
import { errorCodeTable, exitCodeTable, findingCodeTable } from './codes.ts';
import { commandLine } from './command-line.ts';
import { fieldTable } from './field-table.ts';
import { jsonOutput } from './json-forms.ts';

/**
 * The parts of the reference that are made from the sources: for each page, what stands between which marks. `npm run docs` writes them; a
 * test fails when a page is behind the sources.
 */
export const generatedPages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'configuration.md': { configuration: () => fieldTable(workspaceConfigSchema) },
  'gateway-server.md': { 'gateway-server': () => fieldTable(gatewayServerSchema) },
  'scenario.md': { scenario: () => fieldTable(scenarioSchema) },
  'task.md': { task: () => fieldTable(taskSchema) },
  'world.md': { world: () => fieldTable(worldSchema) },
  'experiment.md': { experiment: () => fieldTable(experimentSchema) },
  'files.md': { overlay: () => fieldTable(toolCurationSchema) },
  'command-line.md': { 'command-line': commandLine },
  'errors.md': {
    'exit-codes': exitCodeTable,
    'error-codes': errorCodeTable,
    'finding-codes': findingCodeTable,
  },
  'json-output.md': { 'json-output': jsonOutput },
};

/** The file of a page of the reference. */
export function referenceFile(page: string): URL {
  return new URL(`../reference/${page}`, import.meta.url);
}

/** The text of a page with its generated parts as the sources are now. */
export function withGenerated(page: string, text: string): string {
  return Object.entries(generatedPages[page] ?? {}).reduce((before, [name, make]) => {
    const [start, end] = [`<!-- ${name}: npm run docs -->`, `<!-- /${name} -->`];
    const [head, rest] = before.split(start);
    const tail = rest?.split(end)[1];
    if (head === undefined || tail === undefined) throw new Error(`${page} lacks the marks ${start} … ${end}`);
    return `${head}${start}\n\n${make()}\n\n${end}${tail}`;
  }, text);
}

if (process.argv[1] === import.meta.filename) {
  for (const page of Object.keys(generatedPages)) {
    const file = referenceFile(page);
    writeFileSync(file, withGenerated(page, readFileSync(file, 'utf8')));
  }
}
