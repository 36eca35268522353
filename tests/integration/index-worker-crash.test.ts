import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createRouter } from '#rpc/router.ts';
import { asPegboardError } from '../support/as-pegboard-error.ts';
import { createInProcessClient } from '../support/in-process-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { builtWorkers, testServices, workspaceFolder, write } from '../support/workspace.ts';

it('a search whose index worker crashed is an internal error, and the log says what happened in the thread', async () => {
  // The built worker, given rows that it cannot read: it fails where only the thread sees it.
  const folder = temporaryFolder();
  const built = new URL('index-worker.js', builtWorkers).href;
  write(folder, 'package.json', '{"type": "module"}');
  write(
    folder,
    'index-worker.js',
    `import { workerData } from 'node:worker_threads';\nworkerData.rows = [null];\nawait import(${JSON.stringify(built)});\n`,
  );
  const services = await testServices({ workers: pathToFileURL(`${folder}/`) });
  const logged: string[] = [];
  const log = (message: string, facts?: unknown) => logged.push(`${message} ${JSON.stringify(facts)}`);
  const client = createInProcessClient(createRouter(services, { logger: { info: log, warn: log, error: log } }));
  await client.workspace.open({ path: workspaceFolder([{ name: 'files.read', description: 'Read a text file' }]) });
  const failed = await client.search.toolSearch({ input: { query: 'file' } }).catch((error) => asPegboardError(error));
  expect(failed).toMatchObject({ code: 'internal' });
  expect(logged.join('\n')).toMatch(/search\.toolSearch.*TypeError.*null/s);
  expect(logged.join('\n')).toContain('index-worker.js');
});
