import { describe, expect, it } from 'vitest';
import { modernMessage } from '../support/gateway-http.ts';
import { type GatewayProcess, gatewayProcess } from '../support/gateway-lines.ts';
import { malformedMessage } from '../support/malformed-messages.ts';
import { realServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { fillDisk, noSmallDisk, smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

/** A limit against hanging only: on a busy machine a start takes seconds. */
const patience = { timeout: 60_000 };

/** A workspace with the everything server, agreed to, and tools of which some stand on the board. */
async function workspace(home = temporaryFolder()) {
  const cwd = temporaryFolder();
  const env = { PEGBOARD_HOME: home };
  write(cwd, 'pegboard.yaml', searchOn.replace('deferred', 'deferred, always_loaded_patterns: ["everything.get-*"]'));
  const args = ['import', '--mcp', '--name', 'everything', '--yes', '--', ...realServer('everything')];
  const { code, stderr } = await runCli(args, { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  return { cwd, env };
}

/** Asks for the list; the bytes of the answer without its id. */
async function listOf(gateway: GatewayProcess, id: number): Promise<string> {
  gateway.send(modernMessage('tools/list', {}, id));
  return (await gateway.answerTo(id)).replace(`"id":${id}`, '');
}

async function call(gateway: GatewayProcess, id: number, name: string, args: object): Promise<string> {
  gateway.send(modernMessage('tools/call', { name, arguments: args }, id));
  return gateway.answerTo(id);
}

const echo = (gateway: GatewayProcess, id: number, message: string) =>
  call(gateway, id, 'tool_call_read', { name: 'everything.echo', arguments: { message } });

describe('the list over stdio', () => {
  it('is the same bytes 1,000 times, in two processes, while tools are called, and after a restart', async () => {
    const place = await workspace();
    const [one, two] = [gatewayProcess(place), gatewayProcess(place)];
    const first = await listOf(one, 1);
    expect(first).toContain('"everything__get-sum"');
    const different = new Set<string>();
    const calls: Promise<string>[] = [];
    for (let id = 2; id <= 1001; id++) {
      // Calls, searches and refusals are under way while lists are asked for, in both processes.
      const gateway = id % 4 === 0 ? two : one;
      const other = 10_000 + id;
      if (id % 10 === 0) calls.push(echo(gateway, other, String(id)));
      if (id % 10 === 3) calls.push(call(gateway, other, 'tool_search', { query: `add numbers ${id}` }));
      if (id % 10 === 6) calls.push(call(gateway, other, 'tool_call_write', { name: 'nobody', arguments: {} }));
      different.add(await listOf(gateway, id));
    }
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.includes('"Echo: '))).toHaveLength(100);
    await Promise.all([one.end(), two.end()]);
    different.add(await listOf(gatewayProcess(place), 1));
    expect([...different]).toEqual([first]);
  });
});

describe('malformed messages over stdio', () => {
  it.each([
    ['before a host said anything', 0],
    ['beside a host that is served', 1],
  ])(
    'are survived, 10,000 of them, %s',
    async (_when, listsFirst) => {
      const gateway = gatewayProcess(await workspace());
      const before = listsFirst === 1 ? await listOf(gateway, 1) : null;
      for (let n = 0; n < 10_000; n++) {
        gateway.send(malformedMessage(n));
        // In pieces, so that what is sent is not only bytes that wait.
        if (n % 500 === 0) await new Promise((done) => setTimeout(done));
      }
      const after = await listOf(gateway, 1_000_001);
      expect(after).toContain('"everything__get-sum"');
      if (before !== null) expect(after).toBe(before);
      expect(await echo(gateway, 1_000_002, 'still here')).toContain('Echo: still here');
      // The first twenty are reported, then one whenever their number has doubled.
      expect(gateway.stderr().split('\n').length).toBeLessThan(60);
      expect(await gateway.end()).toBe(0);
    },
    400_000,
  );
});

describe.skipIf(noSmallDisk !== null)(
  `a full disk under the log of the gateway${noSmallDisk === null ? '' : ` (not tested: ${noSmallDisk})`}`,
  () => {
    it('keeps no call from its answer, and is told once', async () => {
      const home = smallDisk(1024);
      const place = await workspace(home);
      const gateway = gatewayProcess(place);
      expect(await echo(gateway, 1, 'with room')).toContain('Echo: with room');
      const entries = async () =>
        ((await runCli(['gateway', 'log'], place)).result.entries as { record: { kind: string } }[]).length;
      await expect.poll(entries, patience).toBe(1);
      fillDisk(home);
      for (let id = 2; id <= 200; id++) expect(await echo(gateway, id, `call ${id}`)).toContain(`Echo: call ${id}`);
      await expect.poll(gateway.stderr, patience).toContain('The log of the gateway could not be written');
      // Batches are written five times a second: the next ones fail as the first did, and say nothing.
      for (let id = 201; id <= 400; id++) expect(await echo(gateway, id, `call ${id}`)).toContain(`Echo: call ${id}`);
      expect(await gateway.end()).toBe(0);
      const told = gateway.stderr().trim().split('\n');
      expect(told).toEqual([
        expect.stringMatching(/^warn: The log of the gateway could not be written: .*(full|room|space)/),
      ]);
    });
  },
);
