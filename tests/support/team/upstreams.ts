import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

/** A process with MCP servers, as many as it is told, and of each five one that is slow and one that fails every third call. It prints their addresses. */
const slowMs = 250;
const made = await Promise.all(Array.from({ length: Number(process.argv[2]) }, (_, number) => serverOf(number)));
process.stdout.write(`${JSON.stringify(made)}\n`);
// It ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume();

async function serverOf(number: number): Promise<string> {
  const [isSlow, isFailing] = [number % 5 === 3, number % 5 === 4];
  let calls = 0;
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: `upstream-${number}`, version: '1' }, { capabilities: { tools: {} } });
      server.registerTool('work', { description: 'Works.', annotations: { readOnlyHint: true } }, async () => {
        if (isSlow) await setTimeout(slowMs);
        return { content: [{ type: 'text', text: `done by ${number}` }] };
      });
      return server;
    },
    { legacy: 'reject' },
  );
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (isFailing && body.includes('"tools/call"') && ++calls % 3 === 0) return response.writeHead(500).end();
    const headers = request.headers as Record<string, string>;
    const answer = await handler.fetch(new Request('http://upstream/mcp', { method: 'POST', headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
