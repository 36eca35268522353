/** Whether a dialog lies over the window: nothing behind it does anything. */
export function isDialogOpen(): boolean {
  return globalThis.document?.querySelector('[role=dialog][aria-modal]') != null;
}
