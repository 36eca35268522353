import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { runCli } from './run-cli.ts';
import { pegboardBin } from './serve-app.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { searchOn, write } from './workspace.ts';

/** A workspace on disk, and the variables by which commands find what belongs to it. */
export interface GatewayWorkspace {
  readonly cwd: string;
  readonly env: { readonly PEGBOARD_HOME: string };
}

/** A workspace with live sources that the user agreed to. */
export async function workspaceOf(
  servers: Readonly<Record<string, readonly string[]>>,
  yaml: string = searchOn,
): Promise<GatewayWorkspace> {
  const cwd = temporaryFolder();
  const env = { PEGBOARD_HOME: temporaryFolder() };
  write(cwd, 'pegboard.yaml', yaml);
  for (const [name, command] of Object.entries(servers)) {
    const { code, stderr } = await runCli(['import', '--mcp', '--name', name, '--yes', '--', ...command], { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
  }
  return { cwd, env };
}

/** What a host starts to have the gateway of a workspace on stdin and stdout. */
export function stdioGateway({ cwd, env }: GatewayWorkspace) {
  return {
    command: process.execPath,
    args: [pegboardBin, 'mcp', '--workspace', cwd],
    env: { PATH: process.env.PATH ?? '', ...env },
  };
}

/** `pegboard mcp --http` of a workspace in a process of its own; ends with the test. */
export async function httpGateway({ cwd, env }: GatewayWorkspace): Promise<{ url: string; token: string }> {
  const gateway = spawn(process.execPath, [pegboardBin, 'mcp', '--http', '--port', '0', '--format', 'json'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    gateway.kill();
  });
  const [line] = await once(createInterface(gateway.stdout), 'line');
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token };
}
