import { z } from 'zod';
import { type Entry, leftOut, type Names } from './workspace-names.ts';

/** A question of LiveMCPBench. `Tools` is a numbered list in one text. */
const questionSchema = z.looseObject({
  task_id: z.string().max(200),
  Question: z.string().min(1).max(20_000),
  answers: z.string().optional(),
  category: z.string().max(200).optional(),
  'Annotator Metadata': z.looseObject({ Tools: z.string().max(10_000) }),
});

/** Most tools that a question may name. */
const mostTools = 50;

/** Questions with the tools that an annotator used. Null for a file of another shape. */
export function readAnnotatedQuestions(value: unknown, names: Names): readonly Entry[] | null {
  if (!Array.isArray(value) || !value.some((row) => typeof row === 'object' && row !== null && 'Question' in row)) {
    return null;
  }
  return value.map((row, i) => {
    const parsed = questionSchema.safeParse(row);
    if (parsed.success) return entryOf(parsed.data, names);
    const [issue] = parsed.error.issues;
    return leftOut(`entry ${i + 1}`, `${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function entryOf(question: z.output<typeof questionSchema>, names: Names): Entry {
  const { task_id: name, Question: query, category, answers } = question;
  const annotated = listed(question['Annotator Metadata'].Tools);
  if (annotated.length === 0) return leftOut(name, 'it names no tools');
  if (annotated.length > mostTools) return leftOut(name, `it names more than ${mostTools} tools`);
  const unmapped = annotated.filter((tool) => names.tool(tool) === null);
  if (unmapped.length > 0) return leftOut(name, `the workspace has no one tool called ${unmapped.join(', ')}`);
  const called = annotated.flatMap((tool) => names.tool(tool) ?? []);
  const made = {
    tags: ['benchmark', ...(category === undefined || category === '' ? [] : [category])],
    query,
    results: Object.fromEntries(called.map((tool) => [tool, { value: { done: true } }])),
    expect: { called, ...(answers === undefined || answers === '' ? {} : { judge: judgeOf(answers) }) },
  };
  return { name, folder: 'benchmark', kind: 'task', made, problems: [] };
}

/** The names of a text such as "1. one\n2. two". */
function listed(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\d+[.)]\s*/, '').trim())
    .filter((line) => line !== '');
}

function judgeOf(answer: string): string {
  return `Does the answer say the same as this one? ${answer}`.slice(0, 4_000);
}
