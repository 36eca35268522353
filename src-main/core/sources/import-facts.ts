import { join } from 'node:path';
import { z } from 'zod';
import { type LastImport, lastImportSchema } from '#shared/domain/live-source.ts';
import type { Files } from '../files/files.ts';
import { makeCacheFolder } from '../workspace/open-index.ts';

const factsSchema = z.record(z.string(), lastImportSchema);
type Facts = z.infer<typeof factsSchema>;

/**
 * When each live source was last imported and what its server said of itself. They lie in the cache folder: `pegboard.yaml`
 * stays as it is when an import finds nothing new. A file that cannot be read counts as none.
 */
export async function readImportFacts(cacheDir: string, files: Files): Promise<Facts> {
  const path = factsPath(cacheDir);
  if (!(await files.exists(path))) return {};
  try {
    return factsSchema.parse(JSON.parse(await files.readText(path)));
  } catch {
    return {};
  }
}

/** Notes an import, or with null forgets a source. Errors: `folder_read_only`, `disk_full`. */
export async function noteImport(
  name: string,
  fact: LastImport | null,
  { cacheDir, files }: { cacheDir: string; files: Files },
): Promise<void> {
  const { [name]: _, ...others } = await readImportFacts(cacheDir, files);
  if (fact === null && _ === undefined) return;
  await makeCacheFolder({ cacheDir, files });
  const facts = fact === null ? others : { ...others, [name]: fact };
  await files.writeAll([{ path: factsPath(cacheDir), text: `${JSON.stringify(facts, null, 2)}\n` }]);
}

function factsPath(cacheDir: string): string {
  return join(cacheDir, 'sources.json');
}
