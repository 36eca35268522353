import { type Finding, type FindingCode, finding } from '#shared/domain/finding.ts';

/** What reading an API document leaves out or changes. */
export type LossCode = Extract<FindingCode, `openapi_${string}`>;

/** Losses of one kind that are listed one by one; the others are only counted. */
const toldOneByOne = 100;

/** Collects what reading a document loses, each with its place. The same loss at the same place counts once. */
export class Losses {
  readonly #told = new Map<LossCode, Set<string>>();

  /** `what` ends the sentence that `place` begins: `is an address outside of the document and is not read`. */
  note(code: LossCode, place: string, what: string): void {
    const told = this.#told.get(code) ?? new Set();
    this.#told.set(code, told.add(`${shortened(place)} ${what}.`));
  }

  findings(file: string): Finding[] {
    return [...this.#told].flatMap(([code, told]) => {
      const shown = [...told].slice(0, toldOneByOne).map((message) => finding(code, { message, path: file }));
      const rest = told.size - shown.length;
      if (rest === 0) return shown;
      return [...shown, finding(code, { message: `${rest.toLocaleString('en-US')} more of this kind.`, path: file })];
    });
  }
}

function shortened(place: string): string {
  return place.length > 200 ? `${place.slice(0, 200)}…` : place;
}
