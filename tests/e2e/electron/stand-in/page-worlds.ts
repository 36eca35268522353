/*
 * What runs inside of the page. Both functions are sent as source text to Chromium, so each stands alone. The worlds of a
 * page share its document but no objects: what crosses the "context bridge" goes by events on the document.
 */

/** The isolated world in which the preload runs; Electron's has the same name. */
export const preloadWorld = 'Electron Isolated Context';

/** The page asks by this binding, which only the isolated world has. */
export const binding = 'standInSend';

export type FromPage =
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'port'; readonly id: number; readonly text?: string; readonly bytes?: string };

/** What main calls in the isolated world, as `standIn`. */
export interface StandInWorld {
  deliver(channel: string, message: unknown, portIds: readonly number[]): void;
  post(id: number, frame: { text?: string; bytes?: string }): void;
  close(id: number): void;
  /** Paths by the name of the file, for `webUtils.getPathForFile`. */
  readonly paths: Record<string, string>;
}

/** Runs in the page's own world: builds there what the preload exposes. */
export function pageWorld(): void {
  if (window.top !== window) return;
  document.addEventListener('stand-in:expose', (event) => {
    const { name, values, methods } = (event as CustomEvent).detail;
    const api: Record<string, unknown> = { ...values };
    for (const method of methods as string[]) {
      api[method] = (...args: unknown[]) => {
        let result: unknown;
        const onResult = (answer: Event) => {
          result = (answer as CustomEvent).detail;
        };
        document.addEventListener('stand-in:result', onResult);
        document.dispatchEvent(new CustomEvent('stand-in:call', { detail: { name, method, args } }));
        document.removeEventListener('stand-in:result', onResult);
        return result;
      };
    }
    Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true });
  });
}

/** Runs in the isolated world before the preload and gives its `require`. */
export function isolatedWorld(send: (payload: string) => void): (name: string) => unknown {
  const listeners = new Map<string, ((event: object, message: unknown) => void)[]>();
  const exposed = new Map<string, Record<string, (...args: unknown[]) => unknown>>();
  const ports = new Map<number, MessagePort>();
  const tell = (message: FromPage) => send(JSON.stringify(message));

  const standIn: StandInWorld = {
    deliver(channel, message, portIds) {
      const handed = portIds.map((id) => {
        const { port1, port2 } = new MessageChannel();
        ports.set(id, port1);
        port1.onmessage = ({ data }) => {
          if (typeof data === 'string') return tell({ kind: 'port', id, text: data });
          if (!(data instanceof ArrayBuffer || ArrayBuffer.isView(data))) return tell({ kind: 'port', id });
          const view = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer);
          tell({ kind: 'port', id, bytes: btoa(Array.from(view, (byte) => String.fromCharCode(byte)).join('')) });
        };
        return port2;
      });
      for (const listener of listeners.get(channel) ?? []) listener({ ports: handed }, message);
    },
    post(id, { text, bytes }) {
      ports.get(id)?.postMessage(text ?? Uint8Array.from(atob(bytes ?? ''), (char) => char.charCodeAt(0)).buffer);
    },
    close(id) {
      ports.get(id)?.close();
      ports.delete(id);
    },
    paths: {},
  };
  Object.assign(globalThis, { standIn });

  let title = '';
  new MutationObserver(() => {
    if (document.title === title) return;
    title = document.title;
    tell({ kind: 'title', title });
  }).observe(document, { subtree: true, childList: true, characterData: true });

  document.addEventListener('stand-in:call', (event) => {
    const { name, method, args } = (event as CustomEvent).detail;
    const result = exposed.get(name)?.[method]?.(...args);
    document.dispatchEvent(new CustomEvent('stand-in:result', { detail: result }));
  });
  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: Record<string, (...args: unknown[]) => unknown>) {
        exposed.set(name, api);
        const entries = Object.entries(api);
        const methods = entries.filter(([, value]) => typeof value === 'function').map(([key]) => key);
        const values = Object.fromEntries(entries.filter(([, value]) => typeof value !== 'function'));
        document.dispatchEvent(new CustomEvent('stand-in:expose', { detail: { name, values, methods } }));
      },
    },
    ipcRenderer: {
      send: (channel: string, ...args: unknown[]) => tell({ kind: 'send', channel, args }),
      on: (channel: string, listener: (event: object, message: unknown) => void) =>
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    },
    webUtils: { getPathForFile: (file: File) => standIn.paths[file.name] ?? '' },
  };
  return (name) => {
    if (name !== 'electron') throw new Error(`The preload requires ${name}`);
    return electron;
  };
}
