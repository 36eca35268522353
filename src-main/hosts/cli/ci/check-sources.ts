import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { type ImportPlan, leftOutCode, planChangesSomething } from '#shared/domain/import-plan.ts';
import type { ToolDrift } from '#shared/domain/tool-diff.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import type { CommandContext } from '../command-context.ts';

/** A source beside what its server or a file lists now. */
export interface SourceCheck {
  readonly source: string;
  /** Whether the list is what the last import recorded. */
  readonly same: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ToolDrift[];
  /** Tools that would wait for approval, and that nobody could use until then. */
  readonly withheld: readonly string[];
  /** Why it could not be compared. */
  readonly problem: string | null;
}

/** Compares captured lists (`name=file`), and with `live` every live server, with the sources of the workspace. Starts nothing without `live`. */
export async function checkSources(
  { io }: CommandContext,
  services: Services,
  { files, live }: { readonly files: readonly string[]; readonly live: boolean },
): Promise<SourceCheck[]> {
  const known = await services.sources.list();
  const given = files.map(readPair);
  for (const { source } of given) {
    if (known.some(({ name }) => name === source)) continue;
    throw new PegboardError('source_not_found', `--source: the workspace has no source "${source}".`, {
      hint: `Its sources: ${known.map(({ name }) => name).join(', ') || 'none'}.`,
    });
  }
  const checks: SourceCheck[] = [];
  for (const { source, file } of given) {
    checks.push(
      await checked(source, async () => {
        const text = await nodeFiles.readText(resolve(io.cwd, file), { regularOnly: false, utf16: true });
        return services.catalog.planImport({ files: [{ name: file, text, source }] });
      }),
    );
  }
  for (const { name, enabled, kind } of live ? known : []) {
    if (enabled && kind !== 'file') checks.push(await checked(name, () => planOfServer(services, name, io.signal)));
  }
  return checks;
}

function readPair(text: string): { source: string; file: string } {
  const at = text.indexOf('=');
  const [source, file] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || file === '')
    throw new PegboardError('usage', `--source takes <name>=<file>, not "${text}".`, {
      hint: 'For example: --source github=build/tools.json',
    });
  checkSourceName(source);
  return { source, file };
}

/** What importing a live source again would do. Nothing is written. */
async function planOfServer(services: Services, source: string, signal: AbortSignal): Promise<ImportPlan> {
  let plan: ImportPlan | undefined;
  for await (const event of services.sources.importMcp({ source, apply: false, consent: true }, { signal })) {
    if (event.type === 'planned') plan = event.plan;
  }
  if (!plan) throw new PegboardError('server_failed', `${source} listed no tools.`);
  return plan;
}

async function checked(source: string, plan: () => Promise<ImportPlan>): Promise<SourceCheck> {
  try {
    const made = await plan();
    const { sources, conflicts, findings } = made;
    const [trouble] = [...conflicts, ...findings.filter(({ code }) => code === leftOutCode)];
    return {
      source,
      same: !trouble && !planChangesSomething(made),
      added: sources.flatMap(({ added }) => added),
      removed: sources.flatMap(({ removed }) => removed),
      changed: sources.flatMap(({ changed_details }) => changed_details),
      withheld: made.withheld ?? [],
      problem: trouble?.message ?? null,
    };
  } catch (error) {
    if (!isPegboardError(error) || error.code === 'cancelled') throw error;
    return { source, same: false, added: [], removed: [], changed: [], withheld: [], problem: error.message };
  }
}
