import { Thesaurus } from '../thesaurus.ts';
import { nounGroups } from './nouns.ts';
import { verbGroups } from './verbs.ts';

/** The groups that come with Pegboard, as they are written: one per line, members separated by commas. */
export const ownGroups: readonly (readonly string[])[] = `${verbGroups}\n${nounGroups}`
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => line.split(',').map((member) => member.trim()));

/** Our own thesaurus with a workspace's groups beside it. */
export function thesaurusWith(groups: readonly (readonly string[])[]): Thesaurus {
  return new Thesaurus([...ownGroups, ...groups]);
}
