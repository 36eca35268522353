import type { LiveSources } from '../sources/live-sources.ts';

/** How long a list may wait for a server that is asked what it lists now, milliseconds. */
const lookMs = 5_000;

/** What the servers that run changed since they were imported: their tools that must not be served. */
export class LiveChanges {
  readonly #live: Pick<LiveSources, 'withheldNow'>;
  #withheld: readonly string[] = [];

  constructor(live: Pick<LiveSources, 'withheldNow'>) {
    this.#live = live;
  }

  /** Names in the catalog, as of the last look. The same array until they change. */
  get withheld(): readonly string[] {
    return this.#withheld;
  }

  /** Looks again; whether other tools are withheld now. A server is asked only when its last list is old, so this is cheap. */
  async look(): Promise<boolean> {
    const names = await this.#live.withheldNow(lookMs);
    if (names.length === this.#withheld.length && names.every((name, at) => name === this.#withheld[at])) return false;
    this.#withheld = names;
    return true;
  }
}
