import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { type HostDialogue, hostDialogue, verifyAskedState } from '#core/gateway/host-dialogue.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

const server = { getClientCapabilities: () => ({ elicitation: {}, tasks: {} }) } as unknown as Server;
const send = { name: 'mail.send' } as CatalogTool;
const params = { name: 'mail__send', arguments: { to: 'Ada' } };

/** The dialogue about a request that brings answers, and the state that a question before it left. */
async function dialogue(
  { inputResponses, state }: { inputResponses?: Record<string, unknown>; state?: unknown } = {},
  asked: object = params,
): Promise<HostDialogue> {
  const known = state === undefined ? undefined : await verifyAskedState(String(state), {} as ServerContext);
  const mcpReq = { method: 'tools/call', inputResponses, requestState: () => known };
  return hostDialogue(server, { mcpReq } as unknown as ServerContext, asked);
}

const accepted = (content: object) => ({ action: 'accept', content });
const yes = { confirm: accepted({ confirm: true }) };

/** The state that our own question leaves. */
async function stateOfOurQuestion(): Promise<unknown> {
  const word = await (await dialogue()).confirm(send, {}, null);
  return word.kind === 'ask' ? word.answer.requestState : undefined;
}

/** A question of the server, and the state with which the host gets it. */
async function asks(talk: HostDialogue, requestState?: string): Promise<unknown> {
  const question = { resultType: 'input_required', inputRequests: {}, ...(requestState ? { requestState } : {}) };
  const answer = await talk.answered({ kind: 'result', result: question });
  return answer.kind === 'result' ? answer.result.requestState : undefined;
}

describe('questions between a server, the gateway and a host', () => {
  it('keep the answer to our own question from the server', async () => {
    const talk = await dialogue({ inputResponses: yes, state: await stateOfOurQuestion() });
    expect(await talk.confirm(send, {}, null)).toEqual({ kind: 'agreed' });
    expect(talk.passed).toEqual({ capabilities: { elicitation: {} }, answers: {} });
  });

  it('bring the state of the server back as it was, and ask nobody twice', async () => {
    const first = await dialogue({ inputResponses: yes, state: await stateOfOurQuestion() });
    await first.confirm(send, {}, null);
    const inputResponses = { who: accepted({ name: 'Ada' }) };
    const second = await dialogue({ inputResponses, state: await asks(first, 'theirs') });
    expect(await second.confirm(send, {}, null)).toEqual({ kind: 'agreed' });
    expect(second.passed.answers).toEqual({ inputResponses, requestState: 'theirs' });
  });

  it('say nothing about another request', async () => {
    const other = { ...params, arguments: { to: 'Eve' } };
    const state = await asks(await dialogue(), 'theirs');
    expect((await dialogue({ inputResponses: yes, state }, other)).passed.answers).toEqual({});
    const ours = await dialogue({ inputResponses: yes, state: await stateOfOurQuestion() }, other);
    expect(await ours.confirm(send, {}, null)).toMatchObject({ kind: 'ask' });
  });

  it('say nothing about another tool that has the name by now', async () => {
    const talk = await dialogue({ inputResponses: yes, state: await stateOfOurQuestion() });
    expect(await talk.confirm({ name: 'mail.erase' } as CatalogTool, {}, null)).toMatchObject({ kind: 'ask' });
  });

  it('count no word of a person who was not told what changed', async () => {
    const change = 'changed since it was approved.';
    const first = await (await dialogue()).confirm(send, {}, null);
    const state = first.kind === 'ask' ? first.answer.requestState : undefined;
    const second = await (await dialogue({ inputResponses: yes, state })).confirm(send, {}, change);
    if (second.kind !== 'ask') throw new Error('The person was not asked again.');
    expect(JSON.stringify(second.answer)).toContain('mail.send changed since it was approved. Run mail.send?');
    const third = await dialogue({ inputResponses: yes, state: second.answer.requestState });
    expect(await third.confirm(send, {}, null)).toEqual({ kind: 'agreed' });
    expect(await third.confirm(send, {}, change)).toEqual({ kind: 'agreed' });
    expect(await third.confirm(send, {}, 'changed again.')).toMatchObject({ kind: 'ask' });
  });

  it('count no answer that belongs to no question of ours, and no answer of the server as a word', async () => {
    expect(await (await dialogue({ inputResponses: yes })).confirm(send, {}, null)).toMatchObject({ kind: 'ask' });
    const state = await asks(await dialogue(), 'theirs');
    expect(await (await dialogue({ inputResponses: yes, state })).confirm(send, {}, null)).toMatchObject({
      kind: 'ask',
    });
  });

  it('leave a question of the server without a state as it is', async () => {
    expect(await asks(await dialogue())).toBeUndefined();
  });
});
