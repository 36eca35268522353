import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../support/gateway-hosts.ts';
import { httpGateway, workspaceOf } from '../support/gateway-process.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { searchOn } from '../support/workspace.ts';

const call = { name: 'suite__test_elicitation', arguments: { message: 'Who are you?' } };
const confirmation = 'Run suite.test_elicitation? Arguments: {"message":"Who are you?"}';

describe.each(Object.entries(hosts))('a server that asks the user, behind the gateway, for %s', (_, connect) => {
  it('is answered after the gateway had its own question answered, and each call is asked about', async () => {
    const workspace = await workspaceOf(
      { suite: fixtureServer('conformance') },
      `${searchOn}gateway: {call_tools: single}\n`,
    );
    const overlay = 'overlays: {suite.test_elicitation: {requires_confirmation: true}}\n';
    appendFileSync(join(workspace.cwd, 'pegboard.yaml'), overlay);
    const questions: string[] = [];
    const answer = (question: string): Record<string, string | boolean> => {
      questions.push(question);
      return question === 'Who are you?' ? { username: 'Ada' } : { confirm: true };
    };
    const host = await connect({ ...(await httpGateway(workspace)), answer });
    const said = await host.call('tool_call', call);
    expect(said).toContain('"username":"Ada"');
    expect(questions).toEqual([confirmation, 'Who are you?']);
    expect(said).not.toContain('confirm');
    await host.call('tool_call', { ...call, arguments: { message: 'Sure?' } });
    expect(questions.slice(2)).toEqual([confirmation.replace('Who are you?', 'Sure?'), 'Sure?']);
  });
});
