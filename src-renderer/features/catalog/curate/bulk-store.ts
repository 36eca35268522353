import { create } from 'zustand';

/** Whether the dialog that changes many tools at once is open. */
export const useBulk = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const openBulk = () => useBulk.setState({ isOpen: true });
export const closeBulk = () => useBulk.setState({ isOpen: false });
