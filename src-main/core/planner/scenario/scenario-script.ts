import type { ScriptReply } from '#shared/domain/scenario.ts';
import { actionSchema } from '#shared/domain/trace.ts';
import type { ModelMessage } from '../models/model-client.ts';
import { ScriptedClient } from '../models/scripted-client.ts';

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

/** A reply of a model as a script says it: as a call or an answer where that gives the same text, else as it is. */
export function scriptReply(text: string): ScriptReply {
  const action = parsedReply(text);
  if (!action) return { reply: text };
  const { next_node: call, args } = action;
  const said: ScriptReply = call === 'final_response' ? { answer: args.answer } : { call, args };
  return replyText(said) === text ? said : { reply: text };
}

function parsedReply(text: string): { next_node: string; args: Record<string, unknown> } | null {
  try {
    return actionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function predicate({ when }: ScriptReply): ((messages: readonly ModelMessage[]) => boolean) | undefined {
  if (!when) return undefined;
  const { contains, lacks } = when;
  return (messages) => {
    const text = messages.at(-1)?.content ?? '';
    return (contains === undefined || text.includes(contains)) && (lacks === undefined || !text.includes(lacks));
  };
}
