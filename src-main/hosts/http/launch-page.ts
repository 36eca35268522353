import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileError } from '#core/files/file-error.ts';
import { isRunning } from '#core/files/temporary-files.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';

/** A page on the disk that leads a browser to the app. */
export interface LaunchPage {
  /** Its address, which tells nobody the token. */
  readonly url: string;
  /** Removes the page. No error when it is gone. */
  remove(): Promise<void>;
}

/** Others may look at what programs are started with, and so learn the token of an address (decision 037). */
const folderName = 'open';
const othersMayWrite = 0o002;
const sticky = 0o1000;

/**
 * Writes a page that only this user can read and that leads to an address with a token. Pages of processes that are gone are
 * removed. Errors: `folder_read_only` where others could read or replace the page, `disk_full`.
 */
export async function openLaunchPage({
  userDataDir,
  url,
}: {
  readonly userDataDir: string;
  readonly url: string;
}): Promise<LaunchPage> {
  const folder = join(userDataDir, folderName);
  const page = join(folder, `${process.pid}-${randomUUID()}.html`);
  try {
    await mkdir(userDataDir, { recursive: true });
    await refuseForeign(userDataDir);
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => ignoreExisting(error));
    await refuseForeign(folder);
    await chmod(folder, 0o700);
    await removeOld(folder);
    await writeFile(page, pageText(url), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw isPegboardError(error) ? error : fileError(error, folder);
  }
  return { url: pathToFileURL(page).href, remove: () => rm(page, { force: true }).catch(() => {}) };
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

/** Refuses a folder that is not this user's own: whoever owns it could put another page there. */
async function refuseForeign(folder: string): Promise<void> {
  const info = await lstat(folder);
  const isOwn = process.getuid === undefined || info.uid === process.getuid();
  const isOpen = process.getuid !== undefined && (info.mode & othersMayWrite) !== 0 && (info.mode & sticky) === 0;
  if (info.isDirectory() && isOwn && !isOpen) return;
  const what = info.isDirectory() ? 'a folder that others can write to' : 'no folder';
  throw new PegboardError('folder_read_only', `${folder} is ${what}. Pegboard writes no address with a token there.`, {
    hint: 'Remove it, or take the right to write from others (chmod o-w).',
    data: { path: folder },
  });
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^(\d{1,10})-[\da-f-]{36}\.html$/.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/** The address holds only characters of URLs and base64url, so it needs no HTML escaping. */
function pageText(url: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0;url=${url}">
    <title>Opening Pegboard</title>
  </head>
  <body><p><a href="${url}">Open Pegboard</a></p></body>
</html>
`;
}
