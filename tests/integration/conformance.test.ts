import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectedFailures, revisions, runExtension, runSuite } from '../support/conformance.ts';
import { httpGateway, workspaceOf } from '../support/gateway-process.ts';
import { fixtureServer, projectFolder } from '../support/mcp-servers.ts';
import { importSkillsOf, playScenario, type SuiteScenario } from '../support/suite-client.ts';
import { suiteProxy } from '../support/suite-proxy.ts';
import { searchOn, write } from '../support/workspace.ts';

/** `pegboard mcp --http` for a workspace whose one source has all that the suite asks for. Returns an address for the suite. */
async function gatewayForSuite(): Promise<string> {
  const skills = 'skills: {enabled: true, skill_packs: [{name: team, path: packs/team, format: skill-md}]}\n';
  const yaml = `${searchOn}gateway: {mode: direct, resources: true, prompts: true}\n${skills}`;
  const workspace = await workspaceOf({ suite: fixtureServer('conformance') }, yaml);
  for (const name of ['review-a-change', 'write-a-note']) {
    const folder = `packs/team/${name}`;
    write(workspace.cwd, `${folder}/SKILL.md`, `---\nname: ${name}\ndescription: For the suite.\n---\n\n1. Read it.\n`);
    write(workspace.cwd, `${folder}/references/style.md`, '# Style\n');
  }
  const { url, token } = await httpGateway(workspace);
  const address = await suiteProxy({ url, token, source: 'suite' });
  await startUpstream(address);
  return address;
}

/** The suite waits half a second for some answers: the server behind the gateway must run before. */
async function startUpstream(address: string): Promise<void> {
  const client = new Client({ name: 'before-the-suite', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  expect(await client.callTool({ name: 'test_simple_text' })).not.toHaveProperty('isError');
  await client.close();
}

/** Where the clients of the suite hand their scenarios to Pegboard. Returns its address; ends with the test. */
async function scenarioDoor(play: (scenario: SuiteScenario) => Promise<string> = playScenario): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    try {
      response.end(await play(JSON.parse(body) as SuiteScenario));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(revisions)('the conformance suite of the protocol, revision %s', (revision) => {
  // A limit against hanging only: the suite starts dozens of programs.
  const limit = 600_000;

  it('passes against the gateway, but for what is expected to fail', { timeout: limit }, async () => {
    const { code, output, scenarios } = await runSuite('server', revision, ['--url', await gatewayForSuite()]);
    expect(code, output).toBe(0);
    expect(scenarios.length).toBeGreaterThan(30);
    expect(scenarios).toEqual(
      expect.arrayContaining(expectedFailures(revision, 'server').map(({ scenario }) => scenario)),
    );
  });

  it('passes against what calls the servers behind the gateway, but for what is expected to fail', {
    timeout: limit,
  }, async () => {
    const client = [
      process.execPath,
      join(projectFolder, 'tests/fixtures/conformance/client.mjs'),
      await scenarioDoor(),
    ];
    const { code, output, scenarios } = await runSuite('client', revision, ['--command', client.join(' ')]);
    expect(code, output).toBe(0);
    expect(scenarios.length).toBeGreaterThan(15);
    expect(scenarios).toEqual(
      expect.arrayContaining(expectedFailures(revision, 'client').map(({ scenario }) => scenario)),
    );
  });

  it.each(['server', 'client'] as const)('has a reason for each failure that is expected of the %s', (kind) => {
    for (const { entry, reason } of expectedFailures(revision, kind)) expect(reason, entry).toMatch(/^[A-Z`].{20,}\.$/);
  });
});

describe.each(revisions)('the scenarios of the skills extension, revision %s', (revision) => {
  it('pass against the gateway', { timeout: 300_000 }, async () => {
    const under = ['--url', await gatewayForSuite(), '--spec-version', revision];
    for (const scenario of ['enumeration', 'manifest', 'directory']) {
      const { code, output } = await runExtension('server', `sep-2640-skills-${scenario}`, under);
      expect(code, output).toBe(0);
      expect(output).toContain(', 0 failed, 0 warnings');
    }
  });
});

describe('the scenarios of the skills extension for clients', () => {
  const client = async (apply: boolean) => {
    const door = await scenarioDoor(({ server }) => importSkillsOf(server, apply));
    return ['--command', `${process.execPath} ${join(projectFolder, 'tests/fixtures/conformance/client.mjs')} ${door}`];
  };

  it('pass while a plan is made: no file is asked for', { timeout: 120_000 }, async () => {
    const { code, output } = await runExtension('client', 'sep-2640-client-no-prefetch', await client(false));
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/)]);
    expect(output).not.toContain('SKIPPED');
  });

  it.each(['digest', 'size', 'frontmatter'])('pass against what imports: %s', { timeout: 120_000 }, async (check) => {
    const { code, output } = await runExtension('client', `sep-2640-client-verify-${check}`, await client(true));
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/)]);
    expect(output).not.toContain('SKIPPED');
  });
});
