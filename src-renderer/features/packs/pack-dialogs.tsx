import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ImportSkillMdDialog } from './import-skill-md-dialog.tsx';
import { NewPackDialog } from './new-pack-dialog.tsx';
import { NewSkillDialog } from './new-skill-dialog.tsx';
import { usePacksStore } from './packs-store.ts';
import { ReformatDialog } from './reformat-dialog.tsx';
import type { PackActs } from './use-pack-acts.ts';
import type { PackData } from './use-packs.ts';

/** The dialog of the screen that is open, if one is. */
export function PackDialogs({ packs, acts }: { packs: readonly PackData[]; acts: PackActs }) {
  const { dialog, open } = usePacksStore();
  const common = { packs, acts, onClose: () => open(null) };
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
