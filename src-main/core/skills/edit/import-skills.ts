import type { ImportedSkills, ImportSkillsInput } from '#shared/domain/import-skills.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { loadPack } from '../read/load-pack.ts';
import type { PackFiles } from './pack-files.ts';
import type { PackFolder } from './pack-folder.ts';
import { planSkillsImport } from './plan-skills-import.ts';

/**
 * Skill folders with their files into a pack: the plan, or with its hash what that plan wrote, all files or none. Errors: those of
 * `planSkillsImport`; `file_changed` when the plan is another one by now; `pack_read_only`.
 */
export async function importSkills(
  { pack, from, plan_hash }: ImportSkillsInput,
  {
    disk,
    files,
    signal,
  }: { readonly disk: PackFiles; readonly files: Files; readonly signal?: AbortSignal | undefined },
): Promise<ImportedSkills> {
  const plan = async ({ folder, config: { format } }: PackFolder) => {
    const { skills } = await loadPack(folder, { files, name: pack, format });
    return planSkillsImport(from, { name: pack, folder, format, skills }, files, signal);
  };
  if (plan_hash === null) return { ...(await plan(await disk.find(pack))).view, written: null };
  return disk.inPack(pack, async (found) => {
    const { view, writes, written } = await plan(found);
    if (view.plan_hash !== plan_hash) {
      throw new PegboardError('file_changed', 'The skills or the pack changed after the plan was made.', {
        hint: 'Nothing was written. Look at the new plan, then import again.',
      });
    }
    await files.writeAll(await writes());
    return { ...view, written };
  });
}
