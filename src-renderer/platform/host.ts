/** What the Electron preload puts on `window`; absent in a browser. */
export interface PegboardBridge {
  readonly host: 'electron';
  /** Asks for a message port; it arrives as the window message `pegboard:port`. */
  connect(): void;
  /** Path of a file or folder that the user dropped or chose; empty for one that is on no disk. */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly pegboard?: PegboardBridge;
  }
}

/** The preload says which host this is; `location` never does. */
export function electronBridge(): PegboardBridge | undefined {
  return window.pegboard?.host === 'electron' ? window.pegboard : undefined;
}
