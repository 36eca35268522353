/** Letters that follow each other within this time are one text, milliseconds. */
const pauseMs = 800;

/** Whether a key is a letter or a figure that somebody types to find a name. */
export const isTyped = (key: string): boolean => /^[\p{L}\p{N}_.-]$/u.test(key);

/**
 * The index of the name that typed text leads to from index `at` (-1: none yet): the next one that begins with it, after the last
 * one the first. Longer text stays where it fits; one letter again and again goes through the names that begin with it. Null where
 * no name begins so.
 */
export function typedIndex(names: readonly string[], at: number, typed: string): number | null {
  const [first = ''] = typed;
  const isRepeated = [...typed].every((letter) => letter === first);
  const text = (isRepeated ? first : typed).toLowerCase();
  const from = isRepeated ? at + 1 : Math.max(at, 0);
  for (let step = 0; step < names.length; step++) {
    const index = (from + step) % names.length;
    if (names[index]?.toLowerCase().startsWith(text)) return index;
  }
  return null;
}

/** Collects what is typed: each key gives the text so far. `now` is a time in milliseconds. */
export function typedText(now: () => number): (key: string) => string {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key) => {
    const time = now();
    text = time - last > pauseMs ? key : text + key;
    last = time;
    return text;
  };
}
