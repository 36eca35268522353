import type { Leak, ScannedTexts } from '#shared/domain/leak-report.ts';
import type { NameGate } from '../catalog/name-gate.ts';

/** How many faults of one place are listed; their count includes all. */
const mostLeaks = 50;
/** Characters before and after a name that are shown of its text. */
const around = 60;

/** Looks for names in texts and adds up, place by place, what was looked at and what was found. */
export class TextScan {
  readonly #gate: NameGate;
  readonly #places = new Map<string, { texts: number; characters: number; found: number; leaks: Leak[] }>();

  constructor(gate: NameGate) {
    this.#gate = gate;
  }

  /** A text that a model could read. `asked` is what it said first: a name that only repeats it tells nothing. */
  read(place: string, text: string, asked: string | null = null): void {
    const known = this.#places.get(place) ?? { texts: 0, characters: 0, found: 0, leaks: [] };
    this.#places.set(place, known);
    known.texts++;
    known.characters += text.length;
    for (const [name, written] of this.#gate.spelledIn(text)) {
      known.found++;
      if (known.leaks.length < mostLeaks) known.leaks.push({ name, asked, ...placeOf(written, text) });
    }
  }

  places(): ScannedTexts[] {
    return [...this.#places].map(([place, scanned]) => ({ place, ...scanned }));
  }
}

function placeOf(written: string, text: string): Pick<Leak, 'line' | 'excerpt'> {
  // A name with hidden characters in it is not found as written, so the beginning is shown.
  const at = Math.max(0, text.indexOf(written));
  return {
    line: text.slice(0, at).split('\n').length,
    excerpt: text.slice(Math.max(0, at - around), at + written.length + around),
  };
}
