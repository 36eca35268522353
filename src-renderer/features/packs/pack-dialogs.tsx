import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ImportSkillMdDialog } from './import-skill-md-dialog.tsx';
import { NewPackDialog } from './new-pack-dialog.tsx';
import { NewSkillDialog } from './new-skill-dialog.tsx';
import type { PackData } from './packs-data.ts';
import { usePacksStore } from './packs-store.ts';
import { ReformatDialog } from './reformat-dialog.tsx';

/** The dialog of the screen that is open, if one is. */
export function PackDialogs({ path, packs }: { path: string; packs: readonly PackData[] }) {
  const { dialog, open } = usePacksStore();
  const common = { workspace: path, packs, onClose: () => open(null) };
  switch (dialog?.kind) {
    case 'new-skill':
      return <NewSkillDialog {...common} pack={dialog.pack} />;
    case 'new-pack':
      return <NewPackDialog {...common} next={dialog.next} />;
    case 'duplicate':
      return <DuplicateDialog {...common} {...dialog} />;
    case 'reformat':
      return <ReformatDialog {...common} {...dialog} />;
    case 'import':
      return <ImportSkillMdDialog {...common} {...dialog} />;
    default:
      return null;
  }
}
