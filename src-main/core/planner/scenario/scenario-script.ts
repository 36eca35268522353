import type { ScriptReply } from '#shared/domain/scenario.ts';
import type { ModelMessage } from '../model-client.ts';
import { ScriptedClient } from '../scripted-client.ts';

/** The script of a turn as a model. */
export function scriptedModel(script: readonly ScriptReply[]): ScriptedClient {
  return new ScriptedClient(script.map((item) => ({ reply: replyText(item), when: predicate(item) })));
}

function replyText({ call, args = {}, answer, reply }: ScriptReply): string {
  if (reply !== undefined) return reply;
  return JSON.stringify(
    call === undefined ? { next_node: 'final_response', args: { answer } } : { next_node: call, args },
  );
}

function predicate({ when }: ScriptReply): ((messages: readonly ModelMessage[]) => boolean) | undefined {
  if (!when) return undefined;
  const { contains, lacks } = when;
  return (messages) => {
    const text = messages.at(-1)?.content ?? '';
    return (contains === undefined || text.includes(contains)) && (lacks === undefined || !text.includes(lacks));
  };
}
