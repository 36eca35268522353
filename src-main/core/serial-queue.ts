/**
 * A queue that runs one piece of work at a time, in the order it was given; one that fails stops nothing. Work of different
 * keys runs side by side.
 */
export function serialQueue() {
  const tails = new Map<string, Promise<void>>();
  return <Result>(work: () => Promise<Result>, key = ''): Promise<Result> => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work);
    const settle = () => {
      if (tails.get(key) === tail) tails.delete(key);
    };
    const tail: Promise<void> = turn.then(settle, settle);
    tails.set(key, tail);
    return turn;
  };
}
