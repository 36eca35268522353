import { type OpenIndexOptions, openCached } from '../../workspace/open-index.ts';
import { SkillStore } from './skill-store.ts';

export interface OpenStoreOptions extends OpenIndexOptions {
  readonly newId: () => string;
}

/** Opens `skills.db` in a cache folder (R8.01). As `openCached`. */
export async function openSkillStore(
  options: OpenStoreOptions,
): Promise<{ store: SkillStore; memoryReason: string | null }> {
  const { fts, now, newId } = options;
  const { opened, memoryReason } = await openCached(options, {
    name: 'skills.db',
    content: 'skills',
    open: (path) => new SkillStore({ path, fts, now, newId }),
  });
  return { store: opened, memoryReason };
}
