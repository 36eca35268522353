import type { BytesWrite, Files, FileWrite } from './files.ts';
import { maximumFileBytes, tooLarge } from './node-files.ts';

/** Files as they would be after some writes: what makes of them something unreadable is then never written. */
export async function withWrites(files: Files, writes: readonly (FileWrite | BytesWrite)[]): Promise<Files> {
  const texts = new Map<string, string>();
  // Bytes are files of skills, which no workspace needs to be read.
  for (const write of writes) if ('text' in write) texts.set(await files.realPath(write.path), write.text);
  return {
    ...files,
    exists: async (path) => texts.has(await files.realPath(path)) || files.exists(path),
    readText: async (path, options = {}) => {
      const text = texts.get(await files.realPath(path));
      if (text === undefined) return files.readText(path, options);
      const { maximumBytes = maximumFileBytes, keepMark = false } = options;
      const bytes = Buffer.byteLength(text);
      if (bytes > maximumBytes) throw tooLarge({ path, bytes, maximumBytes, hint: 'Nothing was written.' });
      return keepMark ? text : text.replace(/^\ufeff/, '');
    },
  };
}
