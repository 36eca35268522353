import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program in the place of the user's browser, which only writes down how it was started. */
export interface BrowserStandIn {
  /** What makes it the browser. */
  readonly env: Readonly<Record<string, string>>;
  /** Its arguments, and its environment, once it was started. */
  started(): Promise<{ readonly args: readonly string[]; readonly environment: string }>;
}

/** Makes one in a folder. */
export function browserStandIn(folder: string): BrowserStandIn {
  const [program, log] = [join(folder, 'browser'), join(folder, 'browser-log')];
  // Complete when it has its name.
  writeFileSync(program, `#!/bin/sh\n{ printf '%s\\n' "$@"; echo; env; } > '${log}.tmp'\nmv '${log}.tmp' '${log}'\n`);
  chmodSync(program, 0o755);
  return {
    env: { BROWSER: program, DISPLAY: '', WAYLAND_DISPLAY: '' },
    async started() {
      const stop = new AbortController();
      const watcher = watch(folder, { signal: stop.signal });
      const changes = () => new Promise((done) => watcher.once('change', done));
      try {
        while (!existsSync(log)) await changes();
      } finally {
        stop.abort();
      }
      const [args = '', environment = ''] = readFileSync(log, 'utf8').split('\n\n', 2);
      return { args: args.split('\n'), environment };
    },
  };
}
