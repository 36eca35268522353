import type { ConfusableReport, Confusion } from '#shared/domain/confusable.ts';

/** The worst query that means one tool and finds another beside or before it. */
export interface MatrixCell {
  readonly worst: Confusion;
  /** Whether the wrong tool is not behind the right one. */
  readonly isLost: boolean;
}

/** Who is mistaken for whom among the tools that are confused most. */
export interface ConfusionMatrix {
  /** Names of the tools, those that are confused with each other side by side. */
  readonly tools: readonly string[];
  /** For each tool that a query means, the tools that are found instead; null where no query mixes the two up. */
  readonly rows: readonly (readonly (MatrixCell | null)[])[];
}

/** The matrix of the worst pairs of a report: pairs are taken whole, until there are `most` tools. */
export function confusionMatrix({ pairs }: Pick<ConfusableReport, 'pairs'>, most: number): ConfusionMatrix {
  const chosen = new Set<string>();
  for (const { tools } of pairs) {
    const more = tools.filter((name) => !chosen.has(name));
    if (chosen.size + more.length <= most) for (const name of more) chosen.add(name);
  }
  const cells = new Map<string, MatrixCell>();
  for (const confusion of pairs.flatMap(({ confusions }) => confusions)) {
    const key = keyOf(confusion.right, confusion.wrong);
    const known = cells.get(key);
    if (known === undefined || known.worst.share < confusion.share)
      cells.set(key, { worst: confusion, isLost: confusion.share >= 1 });
  }
  const tools = neighbours([...chosen], pairs);
  return { tools, rows: tools.map((right) => tools.map((wrong) => cells.get(keyOf(right, wrong)) ?? null)) };
}

/** The names in such an order that each follows one that it is confused with, where there is one. */
function neighbours(names: readonly string[], pairs: ConfusableReport['pairs']): readonly string[] {
  const left = new Set(names);
  const order: string[] = [];
  const follow = (name: string): void => {
    if (!left.delete(name)) return;
    order.push(name);
    for (const { tools } of pairs) if (tools.includes(name)) for (const other of tools) follow(other);
  };
  for (const name of names) follow(name);
  return order;
}

const keyOf = (right: string, wrong: string) => `${right}\0${wrong}`;
