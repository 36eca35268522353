import { create } from 'zustand';
import { onOtherWorkspace } from '../../../state/open-workspace.ts';

/** The line of the tree whose menu is open: its key and its index. */
interface OpenMenu {
  readonly key: string;
  readonly at: number;
}

export const useSourceMenu = create<{ readonly open: OpenMenu | null }>()(() => ({ open: null }));

export const openSourceMenu = (open: OpenMenu): void => useSourceMenu.setState({ open });
export const closeSourceMenu = (): void => useSourceMenu.setState({ open: null });
onOtherWorkspace(closeSourceMenu);
