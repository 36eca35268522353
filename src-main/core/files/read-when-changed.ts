import { stat } from 'node:fs/promises';

/**
 * A reader of one file that is asked for often: it reads again only when the file is another one or was written since. Who reads
 * while the file is written gets the new text at the next time at the latest.
 */
export function readWhenChanged<Content>(path: string, read: () => Promise<Content>): () => Promise<Content> {
  let seen: { readonly version: string; readonly content: Content } | undefined;
  return async () => {
    const version = await versionOf(path);
    if (seen?.version !== version) seen = { version, content: await read() };
    return seen.content;
  };
}

/** Each change gives another text; empty without a file. */
async function versionOf(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  return info ? `${info.dev}:${info.ino}:${info.mtimeNs}:${info.ctimeNs}:${info.size}` : '';
}
