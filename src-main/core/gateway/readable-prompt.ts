import type { NameGate } from '../catalog/name-gate.ts';
import { type GatewayAnswer, isQuestion } from './host-dialogue.ts';

/**
 * The answer of a server to `prompts/get` without the names that its reader may not know: in its description, in what its messages say,
 * in the words of a refusal. A resource that a message holds is the server's own data, and stays as `resources/read` has it.
 */
export function readablePrompt(answer: GatewayAnswer, gate: NameGate): GatewayAnswer {
  if (answer.kind === 'refusal') return { ...answer, message: gate.text(answer.message) };
  if (isQuestion(answer)) return answer;
  const { messages, ...rest } = withTexts(answer.result, ['description'], gate);
  if (!Array.isArray(messages)) return { kind: 'result', result: { ...rest, messages } };
  return { kind: 'result', result: { ...rest, messages: messages.map((message) => readableMessage(message, gate)) } };
}

function readableMessage(message: unknown, gate: NameGate): unknown {
  if (!isRecord(message)) return message;
  const { content } = message;
  const readable = (part: unknown) =>
    isRecord(part) ? withTexts(part, ['text', 'name', 'title', 'description'], gate) : part;
  return { ...message, content: Array.isArray(content) ? content.map(readable) : readable(content) };
}

function withTexts(value: Readonly<Record<string, unknown>>, fields: readonly string[], gate: NameGate) {
  const texts = fields.flatMap((field) => {
    const text = value[field];
    return typeof text === 'string' ? [[field, gate.text(text)]] : [];
  });
  return { ...value, ...Object.fromEntries(texts) } as Record<string, unknown>;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
