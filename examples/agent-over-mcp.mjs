// An agent with the tools of an MCP server, and a model client of its own: a few lines around one request.
// The server stands for any number of them: concatenate their tools, each under its own prefix.
// To run it: npm install pegboard @modelcontextprotocol/client, and start a service such as Ollama, then
//   OPENAI_BASE_URL=http://localhost:11434/v1 node agent-over-mcp.mjs npx -y @modelcontextprotocol/server-everything
// It prints how many tokens the first prompt has, each call, and the answer.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createPlanner } from 'pegboard';
import { mcpTools } from 'pegboard/mcp';

const { OPENAI_BASE_URL: url = 'http://localhost:11434/v1', OPENAI_API_KEY: key, MODEL = 'llama3.2' } = process.env;

/** @type {import('pegboard').ModelClient} */
const model = {
  async complete({ messages, response_format, signal }) {
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
    const body = JSON.stringify({ model: MODEL, messages, response_format });
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body, signal });
    if (!response.ok) throw new Error(`The service answers ${response.status}.`);
    return (await response.json()).choices[0].message.content;
  },
};

const [command = 'npx', ...args] = process.argv.slice(2);
const client = new Client({ name: 'agent-over-mcp', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
try {
  const tools = await mcpTools(client, { prefix: 'everything' });
  const planner = await createPlanner(tools, { model });
  const query = 'What is 20 and 22?';
  const { tokens, deferred } = await planner.plan({ query });
  console.log(`${tokens.o200k} tokens, and ${deferred.length} tools to be found`);
  const { steps, answer, problem } = await planner.run({ query });
  for (const { tool, observation } of steps) if (tool) console.log(`${tool}: ${observation}`);
  console.log(answer ?? problem);
  await planner.close();
} finally {
  await client.close();
}
