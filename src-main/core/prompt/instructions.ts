import { escapedText } from './escape-prompt-tags.ts';
import { tagged } from './prompt-tags.ts';

/** The head of every prompt: how to act, and how to end a run (R6.01, R6.05). Says nothing of any feature. */
export const instructions = `You are an agent that works step by step with tools.

Reply with one JSON object and nothing else:
{"next_node": "<name of a tool>", "args": {<arguments that fit its args_schema>}}
Each call is run, and its result comes back to you as an observation.

When the task is done, or cannot be done, reply:
{"next_node": "final_response", "args": {"answer": "<your answer>"}}`;

/** The head of the prompt of an agent with one discovery tool: the parts of seed 004, and how to reply to us. */
export function minimalInstructions(identity: string): string {
  const parts = [
    tagged('identity', escapedText(identity, '')),
    tagged(
      'tool-discovery',
      `**tool_search** finds tools: say what you want to do, in your own words.
What it returns can be called from the next step on. Search again when you need more.
A request that needs no tool is answered at once.`,
    ),
    tagged(
      'react-pattern',
      `Think, search where a tool is needed, act, observe, and go on until done.
Every reply is one JSON object and nothing else:
{"next_node": "<name of a tool>", "args": {<arguments that fit its args_schema>}}
At the end: {"next_node": "final_response", "args": {"answer": "<your answer>"}}`,
    ),
  ];
  return tagged('agent', parts.join('\n'));
}

/** Seed 001 appendix A, to the letter (R6.13). */
export const toolDiscovery = tagged(
  'tool_discovery',
  `You can discover additional tools using \`tool_search\`.
- Describe the capability you need.
- Use the returned tool name to call it.
Only tools permitted for this request will appear.`,
);

/** Seed 001 appendix A, to the letter (R6.14). */
export const skillDiscovery = tagged(
  'skill_discovery',
  `You can discover and fetch skills:
- Use \`skill_search\` to find skills by capability (returns skill names).
- Use \`skill_get\` with a skill name for the full playbook.`,
);
