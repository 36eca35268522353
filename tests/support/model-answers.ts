import type { ServerResponse } from 'node:http';

/** Answers one request; `attempt` counts from 1. */
export type ServiceAnswer = (response: ServerResponse, attempt: number) => void;

const sse = { 'content-type': 'text/event-stream' };

/** A streamed chat completion, as OpenAI and those compatible with it send one; with `usage` its last chunk tells the tokens. */
export function openAiStream(pieces: readonly string[], usage?: object): ServiceAnswer {
  return (response) => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason }],
      })}\n\n`;
    response.writeHead(200, sse);
    response.write(chunk({ role: 'assistant', content: '' }));
    for (const content of pieces) response.write(chunk({ content }));
    response.write(chunk({}, 'stop'));
    if (usage) {
      const last = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage };
      response.write(`data: ${JSON.stringify(last)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  };
}

/** A chat completion in one piece. */
export function openAiReply(content: string): ServiceAnswer {
  return (response) => {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices }));
  };
}

/** A streamed message, as Anthropic sends one; with `error` it breaks off after the pieces. */
export function anthropicStream(pieces: readonly string[], error?: object): ServiceAnswer {
  return (response) => {
    const event = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    response.writeHead(200, sse);
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    });
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (const text of pieces) event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    if (error) event('error', { error });
    else {
      event('content_block_stop', { index: 0 });
      event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 9 } });
      event('message_stop', {});
    }
    response.end();
  };
}

/** An error answer with a body as the services write them. */
export function serviceError(status: number, message: string, headers: Record<string, string> = {}): ServiceAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ type: 'error', error: { type: 'some_error', message } }));
  };
}
