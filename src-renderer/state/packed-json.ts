/** Texts of this length and more are written once, however often they repeat: the prompts of a run repeat at every step. */
const longText = 100;
/** Begins a text that stands for one of the list. */
const reference = '\0';

/** A value as JSON in which a long text stands once. */
export function packJson(value: unknown): string {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const isListed = (part: unknown) =>
    typeof part === 'string' && (part.length >= longText || part.startsWith(reference));
  const short = JSON.stringify(value, (_, part) => (isListed(part) ? `${reference}${placeOf(part)}` : part));
  return JSON.stringify([short, [...places.keys()]]);
}

/** The value that `packJson` wrote. Throws when the text is not one of these. */
export function unpackJson(written: string): unknown {
  const [short, texts] = JSON.parse(written) as [string, string[]];
  return JSON.parse(short, (_, part) =>
    typeof part === 'string' && part.startsWith(reference) ? texts[Number(part.slice(reference.length))] : part,
  );
}
