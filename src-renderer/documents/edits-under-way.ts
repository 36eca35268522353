type Settle = () => Promise<unknown>;

/** What may hold edits that are not in the text of a document yet, by the document's key. */
const sources = new Map<string, Set<Settle>>();

/**
 * Names what may hold edits of a document, a form say; `settle` puts them into the text and ends when they are there. The returned
 * function says that it goes: what it holds is still waited for.
 */
export function holdEdits(key: string, settle: Settle): () => void {
  const held = sources.get(key) ?? new Set();
  sources.set(key, held.add(settle));
  return () => {
    const last = settle();
    const rest = () => last;
    held.delete(settle);
    held.add(rest);
    const forget = () => {
      held.delete(rest);
      if (held.size === 0 && sources.get(key) === held) sources.delete(key);
    };
    last.then(forget, forget);
  };
}

/** Ends when every edit of a document that is on its way is in its text; null when there is none to wait for. */
export function settleEdits(key: string): Promise<unknown> | null {
  const held = sources.get(key);
  return held === undefined ? null : Promise.allSettled([...held].map((settle) => settle()));
}
