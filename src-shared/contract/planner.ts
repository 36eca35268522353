import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { plannerEventSchema } from '../domain/event.ts';
import { findingSchema } from '../domain/finding.ts';
import { renderedPromptSchema } from '../domain/prompt-block.ts';
import { goldenLineSchema, recordingSchema, simulationSchema } from '../domain/simulation.ts';
import { resumptionSchema, traceStepSchema } from '../domain/trace.ts';
import { procedure, writing } from './pegboard-procedure.ts';

const simulateInputSchema = z.object({
  /** Text of a `*.scenario.yaml`. */
  text: z.string().max(4 * 1024 * 1024),
  /** What errors and findings call it. */
  path: z.string().default('scenario'),
  /** Messages to begin with, as JSON, instead of those of the scenario; turns history mode on. */
  history: z.object({ text: z.string().max(16 * 1024 * 1024), path: z.string() }).optional(),
  /** Uses the live model of the scenario instead of its scripts. */
  live: z.boolean().default(false),
  /** Also the whole prompt of each step. */
  prompts: z.boolean().default(false),
  /** Also the replies of the model, piece by piece as they come. */
  chunks: z.boolean().default(false),
  /** Waits for `resume` where a run pauses and the scenario does not say how to go on. */
  interactive: z.boolean().default(false),
  /** The working memory of its session is kept, in the user's own folder, and begun with. */
  remember: z.boolean().default(false),
  /** What is kept of its session is removed first. */
  forget: z.boolean().default(false),
  /** Also the run as a scenario that plays it again, without a model and without servers. Not together with `remember`. */
  record: z.boolean().default(false),
  /** Agreed: the servers of its `live_tools` may start. */
  consent: z.boolean().default(false),
  /** Agreed: its `live_tools` may be called though they may destroy something. */
  confirmed: z.boolean().default(false),
  /** The profile it runs under, instead of the scenario's own. */
  profile: z.string().optional(),
  /** What to do with the golden trace beside `path`, which is relative to the workspace: compare the run with it, or write it again. */
  golden: z.enum(['compare', 'write']).optional(),
});
export type SimulateInput = z.infer<typeof simulateInputSchema>;

/** A message of a conversation, as it is sent. */
const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type SentMessage = z.infer<typeof messageSchema>;

/** What became of the golden trace of a scenario. */
const goldenSchema = z.object({
  state: z.enum(['none', 'same', 'changed', 'written']),
  changes: z.array(goldenLineSchema).readonly(),
});
export type Golden = z.infer<typeof goldenSchema>;

/**
 * What a simulation tells while it goes: the prompt of a step before the step, the model's reply in pieces, what happens, the step;
 * what a pause waits for, and what it got; at last the whole.
 */
const simulateEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    prompt: renderedPromptSchema,
    /** What is sent after it: so many messages of the step before, then these. */
    messages: z.object({ kept: z.int(), added: z.array(messageSchema).readonly() }),
  }),
  z.object({ type: z.literal('event'), event: plannerEventSchema }),
  z.object({ type: z.literal('chunk'), text: z.string() }),
  z.object({ type: z.literal('step'), step: traceStepSchema }),
  /** The step, or the resumption, that comes next called its tool at the real server. */
  z.object({ type: z.literal('live_call'), tool: z.string() }),
  z.object({
    type: z.literal('paused'),
    /** What to resume with; null where nobody is asked, and the scenario ends or goes on by itself. */
    token: z.string().nullable(),
    /** Whether the call waits for somebody's word; else the tool waits for its result. */
    approval: z.boolean(),
    tool: z.string(),
    args: z.record(z.string(), z.unknown()),
    reason: z.string(),
  }),
  z.object({ type: z.literal('resumed'), resumption: resumptionSchema }),
  z.object({
    type: z.literal('done'),
    simulation: simulationSchema,
    /** Null unless it was asked for and the run came to an end. */
    recording: recordingSchema.nullable(),
    /** Null unless it was asked for, and the run is one that can be compared. */
    golden: goldenSchema.nullable(),
  }),
]);
export type SimulateEvent = z.infer<typeof simulateEventSchema>;

/** How to go on with a paused simulation: a word on the call that waits for it, else the result that its tool gives. */
const resumeInputSchema = z
  .object({ token: z.string(), approved: z.boolean().optional(), result: z.unknown().optional() })
  .refine(({ approved, result }) => (approved === undefined) !== (result === undefined), 'give approved, or result');

/** The files that *Runs* edits. */
export const runFileKinds = ['scenario', 'task', 'world'] as const;
export type RunFileKind = (typeof runFileKinds)[number];

/** A scenario of the workspace, a task, or a world. */
export const scenarioFileSchema = z.object({
  kind: z.enum(runFileKinds),
  /** Relative to the workspace. */
  path: z.string(),
  /** What the file calls it; null when it does not say, or cannot be read. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Hash of its text; null when it cannot be read. */
  hash: z.string().nullable(),
});
export type ScenarioFile = z.infer<typeof scenarioFileSchema>;

/** The text of such a file, and its hash. */
export const scenarioTextSchema = z.object({ path: z.string(), text: z.string(), hash: z.string() });
export type ScenarioText = z.infer<typeof scenarioTextSchema>;

/** Runs of the agent in the open workspace. */
export const plannerContract = {
  /** The files named `*.scenario.yaml` in the workspace and its folder `scenarios`, by path. */
  scenarios: procedure.output(z.array(scenarioFileSchema).readonly()),
  /** The text of one of them, or of a task or a world in the folder `tasks`. */
  scenario: procedure.input(z.object({ path: z.string() })).output(scenarioTextSchema),
  /** What is wrong with a scenario's text; no finding when it can be played. */
  checkScenario: procedure
    .input(z.object({ text: z.string().max(4 * 1024 * 1024), path: z.string().default('scenario') }))
    .output(z.array(findingSchema).readonly()),
  /** Goes on with a simulation that is `paused`. */
  resume: procedure.input(resumeInputSchema).output(z.object({ resumed: z.literal(true) })),
  /** Plays a scenario. Writes nothing. Stops when cancelled. */
  simulate: writing.input(simulateInputSchema).output(eventIterator(simulateEventSchema)),
};
