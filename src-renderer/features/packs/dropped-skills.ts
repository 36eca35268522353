import { type SkillsToImport, sentFilesLimits } from '#shared/domain/import-skills.ts';
import { isSkippedName } from '#shared/domain/skill-folder.ts';
import { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/packs.ts';

/** A file with its path below what was dropped or chosen, with `/`. */
interface FoundFile {
  readonly path: string;
  readonly file: File;
}

/** Whether a drop is a folder or an archive of skills, as far as the page may know before it reads it. */
export function holdsSkills({ items, files }: DataTransfer): boolean {
  return entriesOf(items).some((one) => one.isDirectory) || [...files].some(({ name }) => isArchive(name));
}

/**
 * What was dropped: the path of a folder where the host can name it, else all its files. Call it while the event is handled. Error:
 * `file_too_large`.
 */
export function droppedSkills(
  { items, files }: DataTransfer,
  pathOf: ((file: File) => string) | undefined,
): Promise<SkillsToImport> {
  const entries = entriesOf(items);
  if (!entries.some((entry) => entry.isDirectory) && pathOf === undefined) return chosenSkills([...files]);
  const [file] = files;
  const path = entries.length === 1 && file ? pathOf?.(file) : undefined;
  if (path) return Promise.resolve({ path });
  const [only] = entries;
  const isOneFolder = entries.length === 1 && only?.isDirectory;
  const name = isOneFolder ? only.name : 'skills';
  return filesBelow(entries).then((found) =>
    sent(name, isOneFolder ? found.map((one) => ({ ...one, path: withoutFirst(one.path) })) : found),
  );
}

/** Files that were chosen: those of a folder, or an archive. Error: `file_too_large`. */
export function chosenSkills(files: readonly File[]): Promise<SkillsToImport> {
  const found = files.map((file) => ({ path: withoutFirst(file.webkitRelativePath) || file.name, file }));
  return sent(files[0]?.webkitRelativePath.split('/')[0] || 'skills', found);
}

function isArchive(name: string): boolean {
  return /\.(?:zip|skill)$/i.test(name);
}

function entriesOf(items: DataTransferItemList): FileSystemEntry[] {
  return [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

function withoutFirst(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Files of dropped folders, without those that are never a part of a skill. */
async function filesBelow(entries: readonly FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const queue = [...entries];
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (isSkippedName(next.name)) continue;
    if (isFolder(next)) queue.push(...(await entriesIn(next)));
    else found.push({ path: next.fullPath.replace(/^\//, ''), file: await fileOf(next as FileSystemFileEntry) });
    if (found.length + queue.length > sentFilesLimits.files) throw tooMany();
  }
  return found;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A browser gives a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
    if (all.length > sentFilesLimits.files) throw tooMany();
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function sent(name: string, given: readonly FoundFile[]): Promise<SkillsToImport> {
  const found = given.filter(({ path }) => !path.split('/').some(isSkippedName));
  const bytes = found.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > sentFilesLimits.bytes || found.length > sentFilesLimits.files) throw tooMany();
  const files = await Promise.all(found.map(async ({ path, file }) => ({ path, base64: await base64Of(file) })));
  return { name, files };
}

async function base64Of(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}

function tooMany(): PegboardError {
  return new PegboardError('file_too_large', strings.importSkillsDialog.tooManyFiles, {
    hint: strings.importSkillsDialog.typeThePath,
  });
}
