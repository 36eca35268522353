import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Area, CaseFile, CaseResult, Failure, OpenArea } from '../campaign/area.ts';
import { checkRun } from '../oracles/check-run.ts';
import { Random } from '../random.ts';
import { runCommand } from '../sandbox/run-command.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { shrink } from './shrink.ts';

export interface ReaderCommand {
  readonly args: readonly string[];
  /** Whether it may write when it succeeds. */
  readonly writes?: boolean;
}

/** One bad input, and who reads it. */
export interface ReaderCase {
  /** Relative to the sandbox: `workspace/pegboard.yaml`, `input/tools.json`, `home/.mcp.json`, `user/consent.json`. */
  readonly files: readonly CaseFile[];
  readonly commands: readonly ReaderCommand[];
  readonly secrets?: readonly string[];
  /** Whether the cache of the workspace goes before the case. */
  readonly newCache?: boolean;
}

export interface ReaderPlace {
  /** Folder of the sandbox, for paths in commands. */
  readonly root: string;
  /** Which case it is. */
  readonly index: number;
  /** What `prepare` made. */
  readonly prepared: Readonly<Record<string, string>>;
}

export interface Reader {
  readonly name: string;
  readonly cases: number;
  /** Its cases are a fixed table: a longer campaign has no others. */
  readonly isTable?: boolean;
  make(random: Random, place: ReaderPlace): ReaderCase;
  /** Makes files that lie in the sandbox for every case; returns texts that only Pegboard writes, as seeds. */
  prepare?(sandbox: Sandbox): Promise<Readonly<Record<string, string>>>;
}

/** A reader as an area of the campaign. */
export function readerArea(reader: Reader): Area {
  return {
    name: reader.name,
    unit: 'inputs',
    cases: reader.cases,
    isEndless: !reader.isTable,
    open: async ({ seed, folder }): Promise<OpenArea> => {
      const sandbox = new Sandbox(folder, process.env.HOME ?? folder).make();
      writeBaseWorkspace(sandbox.workspace);
      const place = { root: folder, prepared: (await reader.prepare?.(sandbox)) ?? {} };
      sandbox.keepAsBase();
      return {
        run: (index) =>
          runReaderCase(reader.make(new Random(`${seed}/${reader.name}/${index}`), { ...place, index }), sandbox),
        close: async () => undefined,
      };
    },
  };
}

async function runReaderCase(one: ReaderCase, sandbox: Sandbox): Promise<CaseResult> {
  const steps: string[] = [];
  const failures = await failuresOf(one, sandbox, steps);
  if (failures.length === 0) return { failures };
  const files = await shrink(one, async (smaller) => {
    const again = await failuresOf(smaller, sandbox, []);
    return again.some(({ kind }) => kind === failures[0]?.kind);
  });
  return { failures, files, steps };
}

async function failuresOf(one: ReaderCase, sandbox: Sandbox, steps: string[]): Promise<Failure[]> {
  sandbox.reset({ cache: one.newCache ?? false });
  for (const { path, bytes } of one.files) sandbox.write(path, bytes);
  const failures: Failure[] = [];
  let before = sandbox.contents();
  for (const { args, writes = false } of one.commands) {
    const run = await runCommand(sandbox, args);
    steps.push(`pegboard ${args.map((word) => quoted(word, sandbox)).join(' ')} → ${run.code}`);
    const after = sandbox.contents();
    failures.push(...checkRun({ run, before, after, secrets: one.secrets ?? [], mayWrite: writes }));
    before = after;
  }
  if (!existsSync(sandbox.outside)) failures.push({ kind: 'changed file', detail: 'the folder outside is gone' });
  return failures;
}

const quoted = (word: string, sandbox: Sandbox) =>
  word.startsWith(sandbox.root) ? relative(sandbox.workspace, word) : JSON.stringify(word);
