import { z } from 'zod';
import { toolContextSchema } from './tool-policy.ts';
import { finishReasonSchema } from './trace.ts';

const anyRecord = z.record(z.string(), z.unknown());

/** When a reply of a script is played: by what the last message says. A reply whose words do not fit is passed over. */
const whenSchema = z
  .strictObject({
    contains: z.string().optional().describe('The last message contains this text.'),
    lacks: z.string().optional().describe('The last message does not contain this text.'),
  })
  .refine(({ contains, lacks }) => contains !== undefined || lacks !== undefined, 'give contains, lacks, or both');

/** One reply of the scripted model: a call, an answer, or its raw text. */
const scriptReplySchema = z
  .strictObject({
    when: whenSchema.optional().describe('When to use the reply; a reply that does not fit is skipped.'),
    call: z.string().min(1).optional().describe('Name of the tool to call.'),
    args: anyRecord.optional().describe('Its arguments.'),
    answer: z.unknown().optional().describe('The answer: final_response.'),
    reply: z.string().optional().describe('The reply as it is, valid or not.'),
  })
  .refine(
    (reply) => [reply.call, reply.answer, reply.reply].filter((value) => value !== undefined).length === 1,
    'give one of call, answer, reply',
  )
  .refine(({ args, call }) => args === undefined || call !== undefined, 'args belong to call');
export type ScriptReply = z.infer<typeof scriptReplySchema>;

/** What a tool answers; with `when`, only to arguments that hold these values. */
export const toolResultSchema = z
  .strictObject({
    when: anyRecord.optional().describe('Arguments that this answer is for; further arguments do not matter.'),
    value: z.unknown().optional().describe('The result.'),
    times: z
      .int()
      .min(1)
      .optional()
      .describe(
        'How many calls this answer serves, counted over all tools of a glob; later calls skip it. Default: no limit.',
      ),
    error: z.string().optional().describe('The tool fails with these words.'),
    pause: z.string().optional().describe('The tool waits for a person; the next turn resumes it.'),
    latency_ms: z
      .int()
      .min(0)
      .max(3_600_000)
      .default(0)
      .describe('How long the call takes on the clock of the run; more than `planner.tool_timeout_ms` is a timeout.'),
  })
  .refine(
    (result) => [result.value, result.error, result.pause].filter((value) => value !== undefined).length === 1,
    'give one of value, error, pause',
  );
export type ToolResult = z.infer<typeof toolResultSchema>;

const textOrTexts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** What must come true, else `pegboard simulate` exits with 1. Tools by their real names. */
const expectationsSchema = z.strictObject({
  called: z.array(z.string()).optional().describe('These tools run, in this order; others may run between them.'),
  never_called: z.array(z.string()).optional().describe('Globs of tools that never run.'),
  activated: z.array(z.string()).optional().describe('Exactly these tools are activated, in this order.'),
  answer_contains: textOrTexts.optional().describe('The last answer contains these texts.'),
  reason: finishReasonSchema.optional().describe('Why the last turn ends.'),
  max_tokens: z
    .union([
      z
        .int()
        .min(0)
        .transform((estimate) => ({ estimate })),
      z.strictObject({ estimate: z.int().min(0).optional(), o200k: z.int().min(0).optional() }),
    ])
    .optional()
    .describe('Largest number of tokens that all steps send together; a number is the estimate.'),
});
export type Expectations = z.infer<typeof expectationsSchema>;

const scriptSchema = z.array(scriptReplySchema).describe('Replies of the model, in order.');

/** One turn: what the user says, or what a paused tool gets, and the script of the model. */
const turnSchema = z
  .strictObject({
    query: z.string().optional().describe('What the user says.'),
    resume: z.unknown().optional().describe('Result of the tool that the turn before paused at.'),
    approve: z
      .boolean()
      .optional()
      .describe('Whether a person agrees to the call that the turn before waits for; false refuses it.'),
    script: scriptSchema
      .default([])
      .describe(
        'Replies of the model, in order; a turn that resumes or approves and has none goes on with those left.',
      ),
  })
  .refine(
    (turn) => [turn.query, turn.resume, turn.approve].filter((value) => value !== undefined).length === 1,
    'give one of query, resume, approve',
  );
export type ScenarioTurn = z.infer<typeof turnSchema>;

/** Which live model plays, with `--live`. Keys come from the environment only. */
export const modelChoiceSchema = z
  .strictObject({
    provider: z.enum(['anthropic', 'openai', 'openai-compatible']).describe('The API of the provider.'),
    model: z.string().min(1).describe('Name of the model at the provider.'),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of an OpenAI-compatible service, such as http://localhost:11434/v1.'),
    max_output_tokens: z.int().min(1).max(1_000_000).optional().describe('Largest number of tokens in one reply.'),
  })
  .refine(
    ({ provider, base_url }) => (provider === 'openai-compatible') === (base_url !== undefined),
    'base_url belongs to openai-compatible, and that needs it',
  );
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** A `*.scenario.yaml`: a run of the agent that anybody can repeat. */
export const scenarioSchema = z
  .strictObject({
    name: z.string().optional().describe('Name of the scenario.'),
    description: z.string().optional().describe('What it shows.'),
    persona: z.string().optional().describe('Who uses the agent.'),
    tool_context: toolContextSchema.optional().describe("Fields of the persona's context that differ."),
    profile: z.string().optional().describe('The profile it runs under.'),
    config: anyRecord.optional().describe('Fields of pegboard.yaml that differ.'),
    tools: z
      .array(z.looseObject({ name: z.string().min(1).describe('Name of the tool.') }))
      .default([])
      .describe('Tools in addition to those of the workspace, in the form of lines of a tools.jsonl.'),
    history: z
      .array(z.unknown())
      .optional()
      .describe('Messages to begin with, of Pegboard or of a provider; they turn history mode on.'),
    query: z.string().optional().describe('What the user says, when there is one turn.'),
    script: scriptSchema.optional(),
    turns: z.array(turnSchema).min(1).optional().describe('Several turns, instead of query and script.'),
    results: z
      .record(z.string(), z.union([toolResultSchema.transform((result) => [result]), z.array(toolResultSchema).min(1)]))
      .default({})
      .describe('The answers of tools, by name or glob: one answer, or a list in which the first matching row counts.'),
    live_tools: z.array(z.string()).default([]).describe('Globs of tools that are called at their real server.'),
    model: modelChoiceSchema.optional().describe('The live model, for --live.'),
    expect: expectationsSchema.prefault({}).describe('What is expected.'),
  })
  .refine(
    ({ query, script, turns }) => (turns === undefined) !== (query === undefined && script === undefined),
    'give query and script, or turns',
  )
  .refine(({ query, turns }) => turns !== undefined || query !== undefined, 'query is missing');
export type Scenario = z.infer<typeof scenarioSchema>;

/** The turns of a scenario, however they are written. */
export function turnsOf({ query, script, turns }: Scenario): readonly ScenarioTurn[] {
  return turns ?? [{ query, script: script ?? [] }];
}
