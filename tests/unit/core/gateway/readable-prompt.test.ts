import { describe, expect, it } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import type { HostDialogue } from '#core/gateway/host-dialogue.ts';
import { otherAnswer } from '#core/gateway/other-requests.ts';
import type { Upstreams } from '#core/gateway/upstreams.ts';
import type { GatewayView } from '#core/gateway/view.ts';
import type { PassedAnswer } from '#core/mcp/pass-request.ts';

const view = {
  gate: createNameGate(new Set(['leak.wipe_ledger', 'wipe_ledger']), ['leak.view_ledger']),
  config: {
    sources: [{ name: 'leak', mcp: {}, enabled: true }],
    gateway: { server_name: 'pegboard', call_timeout_ms: 1000 },
  },
  sources: new Set(['leak']),
  servedPrompts: (_source: string, listed: readonly unknown[]) => listed,
} as unknown as GatewayView;

/** What a host gets for `prompts/get` when the server answers this. */
async function promptOf(said: PassedAnswer) {
  const listed: PassedAnswer = { kind: 'result', result: { prompts: [{ name: 'tidy' }] } };
  const ask = async (_source: string, { method }: { method: string }) => (method === 'prompts/list' ? listed : said);
  const dialogue = { passed: {}, answered: async (answer: PassedAnswer) => answer } as unknown as HostDialogue;
  const request = { method: 'prompts/get', params: { name: 'leak__tidy' }, dialogue, caller: null } as const;
  const { signal } = new AbortController();
  const { answer } = await otherAnswer(view, { ...request, signal }, { ask } as unknown as Upstreams);
  return answer;
}

describe('a prompt of a server', () => {
  it('names no tool that its reader may not use, in its description and in what its messages say', async () => {
    const text = 'Call leak.wipe_ledger / wipe_ledger, or mcp__pegboard__leak__wipe_ledger; then leak__view_ledger.';
    const clean = 'Call another tool / another tool, or another tool; then leak__view_ledger.';
    const resource = { type: 'resource', resource: { uri: 'leak://book', text: 'wipe_ledger' } };
    const link = { type: 'resource_link', uri: 'leak://wipe_ledger', name: 'How to wipe_ledger', description: text };
    const result = {
      description: 'Uses wipe_ledger',
      _meta: { own: 1 },
      messages: [
        { role: 'user', content: { type: 'text', text } },
        { role: 'assistant', content: [{ type: 'text', text }, link, 'odd'] },
        { role: 'user', content: resource },
        { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
        'odd',
      ],
    };
    expect(await promptOf({ kind: 'result', result })).toEqual({
      kind: 'result',
      result: {
        ...result,
        description: 'Uses another tool',
        messages: [
          { role: 'user', content: { type: 'text', text: clean } },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: clean },
              { ...link, name: 'How to another tool', description: clean },
              'odd',
            ],
          },
          ...result.messages.slice(2),
        ],
      },
    });
  });

  it('is as the server says it where it names none, and a refusal of the server names none either', async () => {
    const result = { messages: [{ role: 'user', content: { type: 'text', text: 'Look at leak.view_ledger.' } }] };
    expect(await promptOf({ kind: 'result', result })).toEqual({ kind: 'result', result });
    const refusal = {
      kind: 'refusal',
      code: -32602,
      message: 'wipe_ledger needs an argument.',
      data: undefined,
    } as const;
    expect(await promptOf(refusal)).toEqual({ ...refusal, message: 'another tool needs an argument.' });
  });
});
