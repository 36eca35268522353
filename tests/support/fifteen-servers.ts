import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const fixture = (name: string): string => join(root, 'tests/fixtures/mcp-servers', `${name}.mjs`);
const real = (name: string): string => join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const run = (...args: string[]) => ({ command: process.execPath, args });

/** A secret that stands in the configuration of `fifteenServers`. */
export const plantedSecret = 'planted-secret-9f3a';

/** How long the slow servers of `fifteenServers` take, in milliseconds: the second one outlasts the first question to a server. */
const slowMs = { index: '3000', model: '8000' };

/**
 * A configuration as people have it: the three reference servers several times, slow ones, one that needs a key, one that
 * ends at once, one that floods stderr. Fourteen of them work. They start in the workspace; `folder` gets what they write.
 */
export function fifteenServers(folder: string): { mcpServers: Record<string, object> } {
  return {
    mcpServers: {
      projects: run(real('filesystem'), '.'),
      notes: run(real('filesystem'), './'),
      'down loads': run(real('filesystem'), 'sources'),
      photos: run(real('filesystem'), '.', 'sources'),
      everything: run(real('everything')),
      'everything-stdio': run(real('everything'), 'stdio'),
      'memory-work': { ...run(real('memory')), env: { MEMORY_FILE_PATH: join(folder, 'work.jsonl') } },
      'memory-home': { ...run(real('memory')), env: { MEMORY_FILE_PATH: join(folder, 'home.jsonl') } },
      memory: run(real('memory'), 'plain'),
      model: run(fixture('delayed'), slowMs.model, 'model'),
      index: run(fixture('delayed'), slowMs.index, 'index'),
      tracker: { ...run(fixture('needs-key')), env: { API_KEY: plantedSecret, REGION: 'eu' } },
      noisy: run(fixture('floods')),
      oldest: run(fixture('oldest')),
      broken: { ...run(fixture('exits')), env: { DB_PASSWORD: plantedSecret } },
    },
  };
}
