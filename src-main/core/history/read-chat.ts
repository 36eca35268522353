import type { HistoryReader } from './history-reader.ts';
import { asRecord, jsonOf } from './history-reader.ts';
import { parseReply } from './parse-reply.ts';

const observation = 'Observation: ';

/** One message of Chat Completions, or of an agent of ours, whose calls are JSON in the text and whose results are observations. */
export function readChatMessage(message: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  const { role, content } = message;
  switch (role) {
    case 'user':
      return readUser(content, at, reader);
    case 'assistant':
      return readAssistant(message, at, reader);
    case 'tool': {
      const { tool_call_id: id } = message;
      if (typeof id !== 'string' || typeof content !== 'string') {
        return reader.skip(at, 'a result needs tool_call_id and content');
      }
      return reader.result(id, content, at);
    }
    case 'system':
    case 'developer':
      return reader.notCarried(at, 'the system prompt');
    default:
      return reader.skip(at, `the role ${JSON.stringify(role)} is not known`);
  }
}

function readUser(content: unknown, at: string, reader: HistoryReader): undefined {
  if (typeof content !== 'string') return reader.skip(at, 'it has no text');
  const last = reader.entries.at(-1);
  const isAnswered = last?.kind === 'call' || last?.kind === 'search';
  if (isAnswered && content.startsWith(observation)) {
    const text = content.slice(observation.length);
    return reader.result(last.call_id, text, at, { isError: isErrorText(text), raw: true });
  }
  return reader.text('user', content);
}

function readAssistant({ content, tool_calls }: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  if (typeof content === 'string' && content !== '') {
    const parsed = parseReply(content);
    if ('action' in parsed) {
      const { next_node: name, args } = parsed.action;
      const isFinal = name === 'final_response' || name === 'finish';
      if (!isFinal) return reader.call({ id: reader.newId(), name, args, text: content });
      return reader.text(
        'assistant',
        typeof args.answer === 'string' ? args.answer : JSON.stringify(args.answer ?? null),
      );
    }
    reader.text('assistant', content);
  } else if (!Array.isArray(tool_calls)) return reader.skip(at, 'it has neither text nor calls');
  for (const [i, value] of (Array.isArray(tool_calls) ? tool_calls : []).entries()) {
    const place = `${at}.tool_calls[${i}]`;
    const call = asRecord(value);
    const named = asRecord(call?.function);
    const args = typeof named?.arguments === 'string' ? asRecord(jsonOf(named.arguments)) : null;
    if (typeof call?.id === 'string' && typeof named?.name === 'string' && args) {
      reader.call({ id: call.id, name: named.name, args });
    } else reader.skip(place, 'a call needs id, function.name and function.arguments');
  }
}

function isErrorText(text: string): boolean {
  return asRecord(asRecord(jsonOf(text))?.error) !== null;
}
