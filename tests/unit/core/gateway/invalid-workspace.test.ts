import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { recordingLogger } from '../../../contract/recording-logger.ts';
import { gatewayOf, hostAt } from '../../../support/gateway.ts';
import { testServices, workspaceFolder } from '../../../support/workspace.ts';

it('says at once that an older state is served, where the mistake is, and when it is gone', async () => {
  const root = workspaceFolder([{ name: 'shop.pay', description: 'Pays.', loading_mode: 'always' }]);
  const logger = recordingLogger();
  const services = await testServices({ watch: true, logger });
  await services.workspace.open({ path: root });
  const gateway = await gatewayOf(services);
  const host = await hostAt(gateway);
  const listsPay = async () => (await host.listTools()).tools.some(({ name }) => name === 'shop__pay');
  const path = join(root, 'pegboard.yaml');
  const good = readFileSync(path, 'utf8');
  const denied = `${good}policy: {denied_tools: [shop.pay]}\n`;
  expect(gateway.problem()).toBeNull();

  writeFileSync(path, `${denied}overlays: {shop.pay: {loading_mode: alwys}}\n`);
  await vi.waitFor(() => expect(gateway.problem()).toContain('pegboard.yaml:'), { timeout: 30_000 });
  const why = gateway.problem() ?? '';
  expect(why).toContain('its last good state is served');
  expect(why).toContain('loading_mode');
  expect(logger.lines.filter((line) => line.includes('last good state'))).toEqual([
    JSON.stringify({ level: 'error', message: why }),
  ]);
  expect(await listsPay()).toBe(true);

  writeFileSync(path, denied);
  await vi.waitFor(() => expect(gateway.problem()).toBeNull(), { timeout: 30_000 });
  expect(logger.lines.some((line) => line.includes('can be read again'))).toBe(true);
  expect(await listsPay()).toBe(false);
});
