import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostMachine } from '../../../src-main/hosts/host-machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../../support/workspace.ts';

const config = '{"mcpServers": {"one": {"command": "x"}}}';
const machine = () => ({ platform: 'linux' as const, home: temporaryFolder(), env: {} });

describe('discovery of client configurations', () => {
  it('looks in the folder of the open workspace unless another is named', async () => {
    const root = workspaceFolder([]);
    const other = temporaryFolder();
    write(root, '.mcp.json', config);
    write(other, '.cursor/mcp.json', config);
    const services = await testServices({ machine: machine() });
    expect(await services.discovery.discover({})).toEqual([]);
    await services.workspace.open({ path: root });
    const paths = async (project?: string) => (await services.discovery.discover({ project })).map(({ path }) => path);
    expect(await paths()).toEqual([join(root, '.mcp.json')]);
    expect(await paths(other)).toEqual([join(other, '.cursor/mcp.json')]);
  });

  it('lists a file once when the project is the home directory', async () => {
    const computer = machine();
    write(computer.home, '.cursor/mcp.json', config);
    const services = await testServices({ machine: computer });
    expect(await services.discovery.discover({ project: computer.home })).toMatchObject([{ scope: 'user' }]);
  });

  it('refuses a file over 16 MiB and reads the others', async () => {
    const computer = machine();
    write(computer.home, '.claude.json', `{"history": "${'x'.repeat(17 * 1024 * 1024)}"}`);
    write(computer.home, '.cursor/mcp.json', config);
    const services = await testServices({ machine: computer });
    expect(await services.discovery.discover({})).toMatchObject([
      { client: 'claude-code', servers: [], findings: [{ code: 'file_too_large', severity: 'error' }] },
      { client: 'cursor', servers: [{ name: 'one' }] },
    ]);
  });

  it('finds nothing on no computer, and stops when cancelled', async () => {
    expect(await (await testServices()).discovery.discover({ project: temporaryFolder() })).toEqual([]);
    const services = await testServices({ machine: machine() });
    await expect(services.discovery.discover({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('knows the computer it runs on', () => {
    expect(hostMachine({ A: 'b' })).toMatchObject({ home: expect.stringMatching(/./), env: { A: 'b' } });
  });
});
