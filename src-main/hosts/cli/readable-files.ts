import type { Services } from '#core/services.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ImportFile, ImportPlan } from '#shared/domain/import-plan.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';

/** A file that was read, or the error that it gave. */
export type GivenFile = ImportFile | { readonly name: string; readonly error: PegboardError };

/** The plan for the files that can be read, with a finding for each of the others. */
export interface ReadablePlan {
  readonly plan: ImportPlan;
  readonly files: readonly ImportFile[];
  readonly leftOut: readonly Finding[];
}

/** Reads each file; its error stands for one that cannot be read. */
export async function readEach(
  names: readonly string[],
  read: (name: string) => Promise<ImportFile>,
): Promise<GivenFile[]> {
  return Promise.all(names.map((name) => read(name).catch((error: unknown) => ({ name, error: ours(error) }))));
}

/**
 * Plans the files that can be read, so that one broken file keeps none of the others out. Errors: that of a single file; those of
 * planning for files that do not go together.
 */
export async function planReadable(services: Services, given: readonly GivenFile[]): Promise<ReadablePlan> {
  const read = given.filter((file): file is ImportFile => 'text' in file);
  const unread = given.flatMap((file) => ('error' in file ? [file] : []));
  if (given.length === 1 && unread[0]) throw unread[0].error;
  const planOf = (files: readonly ImportFile[]) => services.catalog.planImport({ files });
  if (unread.length === 0) {
    try {
      return { plan: await planOf(read), files: read, leftOut: [] };
    } catch (error) {
      if (given.length === 1) throw error;
      ours(error);
    }
  }
  const broken = new Map<string, PegboardError>(unread.map(({ name, error }) => [name, error]));
  for (const file of read) {
    await planOf([file]).catch((error: unknown) => broken.set(file.name, ours(error)));
  }
  const files = read.filter(({ name }) => !broken.has(name));
  const leftOut = [...broken].map(([name, error]) => fileLeftOut(name, error));
  if (files.length === 0) throw nothingReadable(broken);
  const plan = await planOf(files);
  return { plan: { ...plan, findings: [...leftOut, ...plan.findings] }, files, leftOut };
}

/** The error as one of ours; throws every other, and one that ends the command. */
function ours(error: unknown): PegboardError {
  if (!isPegboardError(error) || error.code === 'cancelled') throw error;
  return error;
}

function nothingReadable(broken: ReadonlyMap<string, PegboardError>): PegboardError {
  const errors = [...broken.values()];
  const [first] = errors;
  const messages = [...new Set(errors.map(({ message }) => sentence(message)))];
  const more = messages.length > 10 ? ` And ${messages.length - 10} more.` : '';
  return new PegboardError(
    first?.code ?? 'unrecognised_format',
    `Nothing was imported. ${messages.slice(0, 10).join(' ')}${more}`,
    {
      ...(first?.hint === undefined ? {} : { hint: first.hint }),
      data: { files: [...broken.keys()].slice(0, 100) },
    },
  );
}

function fileLeftOut(name: string, { message, hint, data }: PegboardError): Finding {
  const { line, column } = data ?? {};
  const isPlaced = typeof line === 'number' && typeof column === 'number';
  // A finding shows its file and place itself.
  const [start] = [isPlaced && `${name}:${line}:${column}: `, `${name}: `].filter(
    (one) => one !== false && message.startsWith(one),
  );
  const words = start ? message.slice(start.length) : message.replace(`${name} `, 'it ');
  return finding('file_left_out', {
    message: `Left out: ${sentence(words)}`,
    path: name,
    ...(isPlaced ? { range: { start: { line, column } } } : {}),
    ...(hint === undefined ? {} : { hint }),
  });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
