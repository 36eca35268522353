/** The head of every prompt: how to act, and how to end a run (R6.01, R6.05). Says nothing of any feature. */
export const instructions = `You are an agent that works step by step with tools.

Reply with one JSON object and nothing else:
{"next_node": "<name of a tool>", "args": {<arguments that fit its args_schema>}}
Each call is run, and its result comes back to you as an observation.

When the task is done, or cannot be done, reply:
{"next_node": "final_response", "args": {"answer": "<your answer>"}}`;
