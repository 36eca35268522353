import { expect, it } from 'vitest';
import { openIndexDatabase, usageSchema } from '#core/db/open-database.ts';
import { usageEntries } from '#core/gateway/usage/read-usage.ts';
import { environmentSecrets } from '#core/secrets/environment-secrets.ts';
import { createMasker } from '#core/secrets/masker.ts';
import { hideNamedSecrets } from '#core/secrets/named-secrets.ts';
import { gatewayOf, hostAt } from '../../../support/gateway.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { logPath } from '../../../support/usage.ts';
import { searchOn, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const env = {
  ODD_SECRET: 'hunter2-very-secret',
  AUTH: 'v1.${env:INNER}',
  INNER: 'k3y9-of-inner',
  OTHER: 'other-value-99',
};
const mcp = {
  command: 'node',
  args: ['--key=${env:ODD_SECRET}'],
  env: { AUTH: '${env:AUTH}', MODE: '${env:MODE:-fast}' },
};

it('are the values that connections refer to, those inside them too, and nothing else of the environment', () => {
  const { text } = createMasker(environmentSecrets([{ name: 'odd', mcp }, { name: 'captured' } as never], env));
  expect(text('hunter2-very-secret, v1.k3y9-of-inner, k3y9-of-inner, other-value-99, fast')).toBe(
    '${env:ODD_SECRET}, ${env:AUTH}, ${env:INNER}, other-value-99, fast',
  );
});

it('are kept by no log of the gateway, also before the server was started', async () => {
  const root = workspaceFolder([{ name: 'orders.get' }], searchOn);
  const captured = '{name: test, path: sources/test.jsonl, format: tools_jsonl}';
  const live = JSON.stringify({ name: 'odd', path: 'sources/odd.json', format: 'tools_list', mcp });
  write(root, 'sources/odd.json', '{"tools": []}');
  const log = 'gateway: {log: {arguments: true}}';
  write(root, 'pegboard.yaml', `${searchOn}${log}\nsources:\n  - ${captured}\n  - ${live}\n`);
  const userDataDir = temporaryFolder();
  const services = await testServices({ userDataDir, env });
  await services.workspace.open({ path: root });
  const gateway = await gatewayOf(services);
  const host = await hostAt(gateway);
  await host.callTool({ name: 'tool_search', arguments: { query: 'log in with hunter2-very-secret' } });
  await host.callTool({ name: 'tool_get', arguments: { names: ['hunter2-very-secret'] } });
  await gateway.close();
  const database = openIndexDatabase(await logPath({ userDataDir, root }), usageSchema);
  const kept = JSON.stringify(usageEntries(database, { limit: 20 }).entries);
  database.close();
  expect(kept).toContain('log in with ${env:ODD_SECRET}');
  expect(kept).not.toContain('hunter2');
});

it.each([
  ['password=Sup3rSecret! log in', 'password=[hidden] log in'],
  ['db_password = "two words" now', 'db_password = [hidden] now'],
  [
    'secret: abc, api_key=12&apiKey=34;access-token: x',
    'secret: [hidden], api_key=[hidden]&apiKey=[hidden];access-token: [hidden]',
  ],
  [`{"token":"abc"}`, `{"token":[hidden]}`],
  ['token=${env:TOKEN} password: [hidden]', 'token=${env:TOKEN} password: [hidden]'],
  ['reset a password, list token counts: 5', 'reset a password, list token counts: 5'],
])('a value that is called a secret is hidden: %s', (given, shown) => {
  expect(hideNamedSecrets(given)).toBe(shown);
});
