// An agent with a model and tools of the AI SDK. It sees tool_search alone, finds the tool that it needs, and calls it.
// Any provider of the AI SDK does: put its model in place of the one below.
// To run it: npm install pegboard ai @ai-sdk/openai-compatible zod, and start a service such as Ollama, then
//   OPENAI_BASE_URL=http://localhost:11434/v1 MODEL=llama3.2 node agent-with-ai-sdk.mjs "What is 17 °C in Fahrenheit?"
// It prints each step of the run, and the answer.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool } from 'ai';
import { createPlanner } from 'pegboard';
import { aiSdkModel, aiSdkTools } from 'pegboard/ai-sdk';
import { z } from 'zod';

const {
  OPENAI_BASE_URL: baseURL = 'http://localhost:11434/v1',
  OPENAI_API_KEY: apiKey,
  MODEL = 'llama3.2',
} = process.env;
const service = createOpenAICompatible({ name: 'service', baseURL, ...(apiKey ? { apiKey } : {}) });

const tools = await aiSdkTools({
  to_fahrenheit: tool({
    description: 'Convert degrees Celsius to degrees Fahrenheit.',
    inputSchema: z.object({ celsius: z.number() }),
    execute: async ({ celsius }) => celsius * 1.8 + 32,
  }),
  to_miles: tool({
    description: 'Convert kilometres to miles.',
    inputSchema: z.object({ kilometres: z.number() }),
    execute: async ({ kilometres }) => kilometres / 1.609344,
  }),
});

const planner = await createPlanner(tools, { model: aiSdkModel(service(MODEL)) });
try {
  const query = process.argv[2] ?? 'What is 17 °C in Fahrenheit?';
  const { answer, reason, problem } = await planner.run({
    query,
    onStep: ({ index, action, outcome, observation }) =>
      console.log(`${index}. ${action?.next_node ?? 'no call'}: ${outcome} ${observation ?? ''}`),
  });
  console.log(answer ?? `No answer: ${reason} ${problem ?? ''}`);
} finally {
  await planner.close();
}
