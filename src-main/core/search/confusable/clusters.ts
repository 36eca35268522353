/** Groups of three and more that links hold together, the largest first; names in each in their order. */
export function clustersOf(links: Iterable<readonly [string, string]>): string[][] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
      root = parent;
    }
    // The way is short next time.
    for (let step = name; step !== root; ) {
      const next = parents.get(step) ?? root;
      parents.set(step, root);
      step = next;
    }
    return root;
  };
  for (const [a, b] of links) {
    const [first, second] = [rootOf(a), rootOf(b)];
    parents.set(first, first);
    parents.set(second, first);
  }
  return [...Map.groupBy([...parents.keys()].sort(), rootOf).values()]
    .filter((names) => names.length > 2)
    .sort((a, b) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}
