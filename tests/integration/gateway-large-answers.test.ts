import { expect, it } from 'vitest';
import { gatewayOf, hostAt, textOf } from '../support/gateway.ts';
import { workspaceOf } from '../support/gateway-process.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { testServices } from '../support/workspace.ts';

it('refuses an answer that is too large: only that call fails, and says what to do', async () => {
  const { cwd, env } = await workspaceOf({ large: fixtureServer('large-answers') });
  const services = await testServices({ userDataDir: env.PEGBOARD_HOME, sessionIdleMs: 60_000 });
  await services.workspace.open({ path: cwd });
  const host = await hostAt(await gatewayOf(services));
  const call = (name: string, args: object = {}) =>
    host.callTool({ name: 'tool_call_read', arguments: { name: `large.${name}`, arguments: args } });
  expect((await call('much', { mib: 1 })).isError).toBeFalsy();

  const waits = call('waits');
  const [below, above] = [await call('much', { mib: 10 }), await call('much', { mib: 40 })];
  expect([below.isError, above.isError]).toEqual([true, true]);
  expect(textOf(below)).toMatch(/^The answer has 10 MiB; the limit is 8 MiB\. Ask for less/);
  expect(textOf(above)).toMatch(/^The answer has more than 32 MiB, which is the limit\. Ask for less/);
  expect(textOf(await waits)).toBe('waited');
  expect((await call('much', { mib: 1 })).isError).toBeFalsy();

  const asked = services.sources.call({
    ...{ tool: 'large.much', args: { mib: 40 }, consent: false, confirmed: false },
  });
  await expect(asked).rejects.toMatchObject({
    code: 'tool_failed',
    message: expect.stringContaining('Ask for less') as string,
  });
});
