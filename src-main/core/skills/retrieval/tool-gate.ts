import type { LoadingMode } from '#shared/domain/loading-mode.ts';

export interface GateTool {
  readonly name: string;
  readonly aliases: readonly string[];
}

export interface ToolGateOptions {
  /** Every tool that anybody knows of, denied ones included. */
  readonly known: Iterable<GateTool>;
  /** Names without a tool that must not be told either, such as those of the policy. */
  readonly alsoDenied: Iterable<string>;
  /** Tools that the caller may use, with their modes. */
  readonly allowed: ReadonlyMap<string, LoadingMode>;
  readonly searchEnabled: boolean;
}

/** What a name is: denied, or a permitted tool that is deferred or not. */
type Standing = 'denied' | 'deferred' | 'always';

/** Letters that are part of a name; `.` and `-` only with such a letter behind them. */
const token = /[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*/gu;
const plainName = /^[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*$/u;
const nameLetter = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Keeps the names of tools that a caller may not use out of texts for its model (R11.12–R11.17). Names are found as whole
 * tokens, longest first; one that has a dot, an underscore or a hyphen also in other case.
 */
export class ToolGate {
  readonly #standing = new Map<string, { standing: Standing; name: string }>();
  /** Names with other letters, such as spaces, longest first: they are looked for one by one. */
  readonly #odd: { readonly spelled: string; readonly standing: Standing; readonly name: string }[] = [];
  readonly #searchEnabled: boolean;

  constructor({ known, alsoDenied, allowed, searchEnabled }: ToolGateOptions) {
    this.#searchEnabled = searchEnabled;
    for (const name of alsoDenied) if (!allowed.has(name)) this.#add(name, name, 'denied');
    if (!searchEnabled) for (const name of ['tool_search', 'tool_get']) this.#add(name, name, 'denied');
    for (const { name, aliases } of known) {
      const mode = allowed.get(name);
      for (const spelled of [name, ...aliases]) {
        // An alias may be the name of another tool, which decides then.
        if (spelled === name || !allowed.has(spelled)) this.#add(spelled, name, mode ?? 'denied');
      }
    }
    this.#odd.sort((a, b) => b.spelled.length - a.spelled.length);
  }

  /** Whether a name is that of a tool the caller may not use. */
  isDenied(name: string): boolean {
    return (
      this.#lookUp(name)?.standing === 'denied' ||
      this.#odd.some(({ spelled, standing }) => spelled === name && standing === 'denied')
    );
  }

  /** The text with every denied name replaced by general guidance. */
  text(text: string): string {
    return this.#replace(text, ({ standing }) => (standing === 'denied' ? this.#guidance() : null));
  }

  /** Permitted tools that the text names and that wait to be found, in the order of the text. */
  deferredIn(text: string): string[] {
    const found = new Set<string>();
    this.#replace(text, ({ standing, name }) => {
      if (standing === 'deferred') found.add(name);
      return null;
    });
    return [...found];
  }

  /** Tools that the text names and that the caller may not use. For the author of the text, never for a model. */
  deniedIn(text: string): string[] {
    const found = new Set<string>();
    this.#replace(text, ({ standing, name }) => {
      if (standing === 'denied') found.add(name);
      return null;
    });
    return [...found];
  }

  #guidance(): string {
    return this.#searchEnabled ? 'a suitable tool (use tool_search for the needed capability)' : 'a suitable tool';
  }

  #add(spelled: string, name: string, standing: Standing): void {
    if (spelled.trim() === '') return;
    if (!plainName.test(spelled)) {
      this.#odd.push({ spelled, standing, name });
      return;
    }
    this.#standing.set(spelled, { standing, name });
    // A single word in other case is a word of prose: "Search" is not the tool `search`.
    const folded = spelled.toLowerCase();
    if (/[._-]/.test(spelled) && !this.#standing.has(folded)) this.#standing.set(folded, { standing, name });
  }

  #lookUp(found: string): { standing: Standing; name: string } | undefined {
    return this.#standing.get(found) ?? (/[._-]/.test(found) ? this.#standing.get(found.toLowerCase()) : undefined);
  }

  #replace(text: string, by: (found: { standing: Standing; name: string }) => string | null): string {
    const [odd, ...others] = this.#odd.filter(({ spelled }) => text.includes(spelled));
    if (!odd) {
      return text.replace(token, (whole) => {
        const found = this.#lookUp(whole);
        return (found && by(found)) ?? whole;
      });
    }
    return this.#splitAt(text, [odd, ...others], by);
  }

  /** The parts between names with odd letters are looked through for the others. */
  #splitAt(
    text: string,
    odd: readonly { spelled: string; standing: Standing; name: string }[],
    by: (found: { standing: Standing; name: string }) => string | null,
  ): string {
    const [first, ...rest] = odd;
    if (!first) {
      return text.replace(token, (whole) => {
        const found = this.#lookUp(whole);
        return (found && by(found)) ?? whole;
      });
    }
    let result = '';
    let from = 0;
    for (let at = text.indexOf(first.spelled); at >= 0; at = text.indexOf(first.spelled, at + 1)) {
      if (at < from) continue;
      const end = at + first.spelled.length;
      const isPart = nameLetter.test(text[at - 1] ?? '') || nameLetter.test(text[end] ?? '');
      if (isPart) continue;
      result += this.#splitAt(text.slice(from, at), rest, by) + (by(first) ?? first.spelled);
      from = end;
    }
    return result + this.#splitAt(text.slice(from), rest, by);
  }
}
