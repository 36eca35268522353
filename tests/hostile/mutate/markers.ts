/**
 * What no printer of JSON or YAML would write, such as a key that is there twice or a number of 400 digits: it stands in the value
 * as a marker, and the text gets it in place of the marker.
 */
export class Markers {
  readonly #texts: string[] = [];

  /** A string that becomes this text, without quotes. */
  raw(text: string): string {
    this.#texts.push(text);
    return `\u2603${this.#texts.length - 1}\u2603`;
  }

  /** A key that becomes the same as another. */
  again(key: string): string {
    return `\u2604${key}`;
  }

  /** The text that a printer made, with everything in its place. */
  fillIn(printed: string): string {
    return printed
      .replace(/(["']?)\u2603(\d+)\u2603\1/g, (_, _quote: string, n: string) => this.#texts[Number(n)] ?? '')
      .replaceAll('\u2604', '');
  }
}
