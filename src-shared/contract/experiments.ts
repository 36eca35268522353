import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  experimentLimitsSchema,
  experimentReportSchema,
  experimentRunSchema,
  trialCauseSchema,
  trialSchema,
} from '../domain/experiment.ts';
import { findingSchema } from '../domain/finding.ts';
import { expectationResultSchema, simulationSchema } from '../domain/simulation.ts';
import { procedure, writing } from './pegboard-procedure.ts';

const runInputSchema = z.object({
  /** Path of an `*.experiment.yaml` in the workspace; without it the defaults. */
  path: z.string().max(2000).optional(),
  /** Fields of an experiment in place of what the file says, checked together with it; of `limits` each by itself. */
  settings: z.record(z.string().max(100), z.unknown()).optional(),
  /** Only these of its arms, in this order. */
  arms: z.array(z.string().max(40)).min(1).max(12).optional(),
  /** Agreed: the servers of `live_tools` may start, and be asked. */
  consent: z.boolean().default(false),
});
export type ExperimentRunInput = z.input<typeof runInputSchema>;

const one = z.object({ id: z.uuid() });

const resumeInputSchema = one.extend({
  consent: z.boolean().default(false),
  /** In place of the limits that it had, each by itself. */
  limits: experimentLimitsSchema.optional(),
});

/** A task as a list shows it. */
export const taskFileSchema = z.object({
  /** From the folder `tasks`. */
  path: z.string(),
  name: z.string(),
  query: z.string(),
  level: z.enum(['easy', 'medium', 'hard']).nullable(),
  tags: z.array(z.string()),
  persona: z.string().nullable(),
  /** Tools of its solution. */
  tools: z.array(z.string()),
  /** What keeps it from being run, and what is odd. */
  findings: z.array(findingSchema).readonly(),
});
export type TaskFile = z.infer<typeof taskFileSchema>;

const checkTaskInputSchema = z.object({
  /** Path of a `*.task.yaml` or `*.world.yaml`, from the workspace. */
  path: z.string().max(2000),
  text: z.string().max(4 * 1024 * 1024),
  /** Also plays its solution, and an agent that does nothing. */
  play: z.boolean().default(false),
});
export type CheckTaskInput = z.output<typeof checkTaskInputSchema>;

const judgedSchema = z.array(expectationResultSchema).readonly().nullable();

const checkedTaskSchema = z.object({
  findings: z.array(findingSchema).readonly(),
  /** Null where it was not asked for, the task has an error, or it calls live tools. */
  played: z
    .object({
      /** What the solution comes to, for each thing that the task expects; null for a task without a solution. */
      solution: judgedSchema,
      /** The same of an agent that does nothing; null where a judge model alone decides. */
      nothing: judgedSchema,
    })
    .nullable(),
});
export type CheckedTask = z.infer<typeof checkedTaskSchema>;

/** Tasks that were made of something else. */
const madeTasksSchema = z.object({
  tasks: z.array(z.object({ path: z.string(), text: z.string() })).readonly(),
  findings: z.array(findingSchema).readonly(),
});

/** What an experiment would take. */
export const experimentPlanSchema = z.object({
  /** Who plays. */
  model: z.string(),
  /** Whether a service is asked, which may cost money. */
  live: z.boolean(),
  tasks: z.int(),
  arms: z.array(z.string()),
  trials: z.int(),
  /** Tokens sent, if each trial takes the steps of its solution and searches once for each tool that it does not know; null where no task has one. */
  tokens: z.int().nullable(),
  cost_usd: z.number().nullable(),
  findings: z.array(findingSchema).readonly(),
});
export type ExperimentPlan = z.infer<typeof experimentPlanSchema>;

const runEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), run: experimentRunSchema, findings: z.array(findingSchema).readonly() }),
  z.object({ type: z.literal('trial'), trial: trialSchema, run: experimentRunSchema }),
  z.object({ type: z.literal('ended'), run: experimentRunSchema }),
]);
export type ExperimentEvent = z.infer<typeof runEventSchema>;

/** A request of a trial, as it was sent and answered. */
const requestSchema = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).readonly(),
  reply: z.string(),
});

export const experimentFormatSchema = z.enum(['markdown', 'csv', 'html', 'json']);
export type ExperimentFormat = z.infer<typeof experimentFormatSchema>;

/** Whether the agent of the open workspace does better one way or another, over tasks. */
export const experimentsContract = {
  /** The tasks of the workspace, by path. One that cannot be read is listed with its findings. */
  tasks: procedure.output(z.array(taskFileSchema).readonly()),
  /** The text of a task, and what is wrong with it: also whether its solution solves it, and whether doing nothing does not. */
  task: procedure
    .input(z.object({ path: z.string().max(2000) }))
    .output(z.object({ path: z.string(), text: z.string(), findings: z.array(findingSchema).readonly() })),
  /** What is wrong with the text of a task or a world that need not be saved, and what its solution and doing nothing come to. */
  checkTask: procedure.input(checkTaskInputSchema).output(checkedTaskSchema),
  /** Writes tasks made of scenarios or golden queries into the folder `tasks`; one whose file is there already is left out. */
  generate: writing
    .input(z.object({ from: z.enum(['scenarios', 'golden']), apply: z.boolean() }))
    .output(madeTasksSchema),
  /** Writes tasks made of the file of a public benchmark, as `generate` does. `path` is only for messages. Errors: `invalid_json`, `invalid_input` for a file that is no benchmark. */
  importTasks: writing
    .input(z.object({ path: z.string().max(2000), text: z.string().max(32 * 1024 * 1024), apply: z.boolean() }))
    .output(madeTasksSchema),
  /** What an experiment would run, and what it would cost. Errors: `config_invalid`, `unknown_profile`. */
  plan: procedure.input(runInputSchema).output(experimentPlanSchema),
  /** Runs an experiment, and keeps each answer before it is used. Stops when cancelled; `resume` goes on. Errors: those of `plan`, `variable_missing`, `consent_required`. */
  run: writing.input(runInputSchema).output(eventIterator(runEventSchema)),
  /** Goes on with an experiment that was stopped or killed, and runs failed trials again; no answer that was kept is asked for again. Errors: `unknown_run`, `run_in_progress`, `workspace_changed` where tasks or tools are others now. */
  resume: writing.input(resumeInputSchema).output(eventIterator(runEventSchema)),
  /** The kept experiments of the workspace, the newest first. */
  list: procedure.output(z.array(experimentRunSchema).readonly()),
  /** What an experiment shows. `titles` are what its sentences call the standard arms, by name. Error: `unknown_run`. */
  report: procedure
    .input(one.extend({ titles: z.record(z.string(), z.string()).optional() }))
    .output(experimentReportSchema),
  /** Its trials, in their order. Error: `unknown_run`. */
  trials: procedure
    .input(one.extend({ arm: z.string().optional(), task: z.string().optional(), cause: trialCauseSchema.optional() }))
    .output(z.array(trialSchema).readonly()),
  /** A trial as a run of the simulator, with every request as it was sent and answered. Error: `unknown_run`. */
  trial: procedure.input(one.extend({ number: z.int().min(1) })).output(
    z.object({
      trial: trialSchema,
      simulation: simulationSchema.nullable(),
      requests: z.array(requestSchema).readonly(),
    }),
  ),
  /** A report as a file. Error: `unknown_run`. */
  export: procedure
    .input(one.extend({ format: experimentFormatSchema }))
    .output(z.object({ name: z.string(), text: z.string() })),
  /** Removes a kept experiment; false when it was not there. */
  remove: procedure.input(one).output(z.object({ removed: z.boolean() })),
};
