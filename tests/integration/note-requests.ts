/**
 * A gateway that only notes: so many requests of a client, or without end for `Infinity`. Says `written` each time that its batch is in
 * the file. Started with the folder of the user, that of the workspace, the name of the client and the count. With `stay` behind them it
 * notes only when something comes on its stdin, and goes only when that ends.
 */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { nodeFiles } from '../../src-main/core/files/node-files.ts';
import { openUsageLog } from '../../src-main/core/gateway/usage/open-usage-log.ts';

const [userDataDir = '', root = '', client = '', count = '', stay] = process.argv.slice(2);
const say = (message: string) => process.stdout.write(`${message}\n`);
const log = await openUsageLog({
  ...{ userDataDir, root, files: nodeFiles, now: Date.now },
  logger: { info: say, warn: say, error: say },
  settings: () => ({ enabled: true, arguments: true, days: 90, max_mb: 200 }),
});
const session = log.begin({
  client: { name: client, version: '1' },
  ...{ protocol: '2026-07-28', transport: 'stdio', persona: null, mode: 'search' },
});
const ended = stay === 'stay' ? once(process.stdin, 'end') : null;
if (ended) await once(process.stdin, 'data');
for (let n = 0; n < Number(count); n++) {
  log.note(session, {
    ...{ kind: 'call', outcome: 'ok', error: null, elapsed_ms: 1, tokens: n, upstream_ms: null },
    ...{ tool: 'files.read', source: 'files', through: 'tool_call_read' },
    ...{ arguments: JSON.stringify({ path: 'x'.repeat(500) }), result: null },
  });
  // Batches of several processes are written while others write.
  if (n % 20 === 0) await setTimeout(5);
  if (n === 100) say('noting');
}
await ended;
log.close();
say('closed');
