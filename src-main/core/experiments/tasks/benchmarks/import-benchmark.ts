import { type Finding, finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { distinct, type MadeTask, slug, yamlOf } from '../made-task.ts';
import { readAnnotatedQuestions } from './annotated-questions.ts';
import { readServerTasks } from './server-tasks.ts';
import { readSyntheticServers } from './synthetic-servers.ts';
import { type Entry, type Names, namesOf } from './workspace-names.ts';

/** Longest file, in UTF-16 units, and most tasks that are made of it. */
const limits = { text: 32 * 1024 * 1024, entries: 2_000 } as const;

export interface ImportedBenchmark {
  /** Tasks, or one world, below the folder `tasks`. */
  readonly tasks: readonly MadeTask[];
  /** What was left out, and why. */
  readonly findings: readonly Finding[];
}

type Reader = (value: unknown, names: Names) => readonly Entry[] | null;

/** A reader answers null for a file of another benchmark. */
const readers: readonly Reader[] = [readAnnotatedQuestions, readServerTasks, readSyntheticServers];

const readableHint = 'Pegboard reads questions of LiveMCPBench, tasks of MCP-Bench and servers of ProgressiveMCPBench.';

/**
 * Makes tasks of the file of a public benchmark, told by its shape: annotated questions as LiveMCPBench has them, tasks of servers as MCP-Bench has
 * them, and synthetic servers as ProgressiveMCPBench has them, which become a world. `names` are the tools of the workspace. An entry whose tools or
 * servers the workspace does not have is left out, and a finding names them. Errors where nothing could be read: `file_too_large`,
 * `invalid_json`, `invalid_input`.
 */
export function importBenchmark(
  text: string,
  path: string,
  { names }: { readonly names: readonly string[] },
): ImportedBenchmark {
  if (text.length > limits.text) {
    throw new PegboardError('file_too_large', `${path} is larger than 32 MiB.`, { hint: 'Split it.', data: { path } });
  }
  const value = parseJson(text, path, { hint: 'Pegboard reads benchmarks as JSON.' });
  const known = namesOf(names);
  for (const read of readers) {
    const entries = read(value, known);
    if (entries) return imported(entries, path);
  }
  throw new PegboardError('invalid_input', `${path} is not a benchmark that Pegboard can read.`, {
    hint: readableHint,
    data: { path },
  });
}

function imported(entries: readonly Entry[], file: string): ImportedBenchmark {
  const findings: Finding[] = [];
  const tasks: MadeTask[] = [];
  for (const entry of entries.slice(0, limits.entries)) {
    for (const message of entry.problems) {
      findings.push(finding('task_invalid', { severity: 'info', message: `${entry.name}: ${message}`, path: file }));
    }
    if (!entry.made) continue;
    const path = `tasks/${entry.folder}/${slug(entry.name)}.${entry.kind}.yaml`;
    tasks.push({ path, text: yamlOf(entry.made) });
  }
  if (entries.length > limits.entries) {
    const message = `Only the first ${limits.entries} of ${entries.length} entries are read.`;
    findings.push(finding('task_invalid', { severity: 'warning', message, path: file }));
  }
  return { tasks: distinct(tasks), findings };
}
