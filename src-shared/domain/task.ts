import { z } from 'zod';
import { toolResultSchema } from './scenario.ts';
import { toolContextSchema } from './tool-policy.ts';

const anyRecord = z.record(z.string(), z.unknown());

/** Name of a collection of records, of a field, or of a tool. */
const word = z.string().min(1).max(200);

/**
 * What a value is made of when a tool runs: `$name` is an argument of the call, `$$name` the text `$name`, any other value itself. An object
 * with one of these keys is computed: `$add` adds to the number in the record, `$new` makes an id from a prefix and a counter, or the first free
 * number from a number on, `$now` is the time of the run as ISO 8601. In the `where` of a `list`, `$in` finds one of the items of an argument.
 */
const madeSchema = z.unknown();

/** Fields that a record must have. A field whose value is an argument that the call leaves out is not asked for in `list`. */
const whereSchema = z.record(word, madeSchema);

/** When a tool says no, and its words. */
const refusalSchema = z.strictObject({
  when: whereSchema.optional().describe('Fields of the record that the call is about.'),
  args: anyRecord.optional().describe('Values of arguments; other arguments do not matter.'),
  error: z.string().min(1).describe('What the tool says.'),
});

/** What one call does with the records of a world. */
const actSchema = z
  .strictObject({
    get: word.optional().describe('Answers with the one record of this collection that `where` finds.'),
    list: word.optional().describe('Answers with all records of this collection that `where` and `text` find.'),
    insert: word.optional().describe('Adds a record to this collection, made by `set`, and answers with it.'),
    update: word.optional().describe('Changes the records that `where` finds by `set`, and answers with the first.'),
    remove: word.optional().describe('Removes the records that `where` finds, and answers with the first.'),
    where: whereSchema.optional().describe('Fields of the records that the call is about.'),
    text: z
      .strictObject({
        words: word.describe('The argument with the words.'),
        fields: z.array(word).min(1).max(20).describe('The fields that are searched.'),
      })
      .optional()
      .describe('For `list`: each word of the argument is in one of the fields, in any case of letters.'),
    limit: word.optional().describe('For `list`: the argument that limits the number of records.'),
    set: z.record(word, madeSchema).optional().describe('For `insert` and `update`: the new fields.'),
    fields: z.array(word).min(1).max(100).optional().describe('Fields of the answer; all without it.'),
    refuse: z.array(refusalSchema).max(20).default([]).describe('The first refusal that fits ends the call.'),
  })
  .refine(
    (act) =>
      [act.get, act.list, act.insert, act.update, act.remove].filter((value) => value !== undefined).length === 1,
    'give one of get, list, insert, update, remove',
  );
export type WorldAct = z.infer<typeof actSchema>;

const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((one) => [one]), z.array(item).min(1).max(20)]);

/** Records that calls read and change, and what each tool does with them. */
const worldFields = {
  records: z
    .record(word, z.array(anyRecord).max(10_000))
    .default({})
    .describe('Collections of records as they are at the start of each run.'),
  tools: z
    .record(word, oneOrMore(actSchema))
    .default({})
    .describe('What a tool does, by its name: one act, or several; the first one gives the answer.'),
  results: z
    .record(word, oneOrMore(toolResultSchema))
    .default({})
    .describe('Answers of tools that have no records, by name or glob, as in a scenario.'),
};

/** A `*.world.yaml`: what several tasks begin with. */
export const worldSchema = z.strictObject({
  name: z.string().optional().describe('Name of the world.'),
  description: z.string().optional().describe('What is in it.'),
  ...worldFields,
});
export type World = z.infer<typeof worldSchema>;

/** What must hold of the records at the end. */
const stateExpectationSchema = z
  .strictObject({
    in: word.describe('The collection.'),
    where: anyRecord.default({}).describe('Fields of the records that count.'),
    has: anyRecord.optional().describe('Fields that each of them has at the end.'),
    count: z.int().min(0).optional().describe('How many there are. Without it and with `has`: at least one.'),
  })
  .refine(({ has, count }) => has !== undefined || count !== undefined, 'give has, count, or both');

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** How success is judged: all of it must hold. */
export const judgementSchema = z
  .strictObject({
    state: z.array(stateExpectationSchema).max(100).optional().describe('Records at the end.'),
    only_changes: z
      .array(word)
      .optional()
      .describe('The collections that may differ at the end; the others must be as they were.'),
    called: z.array(word).optional().describe('These tools run, in this order; others may run between them.'),
    never_called: z.array(word).optional().describe('Globs of tools that never run.'),
    answer_contains: texts.optional().describe('The answer contains these texts, in any case of letters.'),
    answer_lacks: texts.optional().describe('The answer contains none of these texts, in any case of letters.'),
    judge: z
      .string()
      .min(1)
      .max(4000)
      .optional()
      .describe('A question about the answer, for the judge model of the experiment: yes or no.'),
  })
  .refine((judgement) => Object.values(judgement).some((value) => value !== undefined), 'say what success is');
export type TaskJudgement = z.infer<typeof judgementSchema>;

/** A step of a way to succeed: for checking the task, and for scripted agents. */
const solutionStepSchema = z.strictObject({
  tool: word.describe('The tool to call.'),
  args: anyRecord.default({}).describe('Its arguments.'),
  ask: z.string().max(500).optional().describe('How an agent looks for the tool in its own words.'),
  mistaken_for: word.optional().describe('A tool that looks like it, which a hasty agent calls.'),
});

/** A `*.task.yaml`: something that a user wants, the world, and how success is judged. */
export const taskSchema = z.strictObject({
  name: z.string().optional().describe('Name of the task.'),
  description: z.string().optional().describe('What makes it easy or hard.'),
  level: z.enum(['easy', 'medium', 'hard']).default('medium').describe('How hard it is.'),
  tags: z.array(word).max(20).default([]).describe('Words to choose tasks by.'),
  persona: z.string().optional().describe('Who uses the agent.'),
  tool_context: toolContextSchema.optional().describe("Fields of the persona's context that differ."),
  query: z.string().min(1).max(20_000).describe('What the user says.'),
  world: z.string().max(1000).optional().describe('Path of a *.world.yaml, from the folder of the task.'),
  ...worldFields,
  live_tools: z.array(z.string()).default([]).describe('Globs of tools that are called at their real server.'),
  expect: judgementSchema.describe('When the task is solved.'),
  solution: z
    .array(solutionStepSchema)
    .max(20)
    .default([])
    .describe('Calls that solve it: `pegboard experiment check` plays them, and scripted agents know them.'),
  answer: z.string().max(20_000).default('Done.').describe('The answer after the calls of the solution.'),
});
export type Task = z.infer<typeof taskSchema>;
