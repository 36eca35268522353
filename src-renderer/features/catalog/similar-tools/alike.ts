import type { ConfusablePair } from '#shared/domain/confusable.ts';
import type { DuplicateGroup } from '#shared/domain/curation.ts';
import { strings } from '../../../strings/catalog.ts';

/** How a tool is like another one. */
export type Alike = 'duplicate' | 'confusable';

/** A tool that another one is like, and in which way. */
export interface Twin {
  readonly name: string;
  readonly kind: Alike;
  /** In a few words. */
  readonly why: string;
}

/** Twins of each tool by name, duplicates first, then what queries confuse it with, the worst first. */
export type Twins = ReadonlyMap<string, readonly Twin[]>;

/** Twins of one tool that are listed: of a thousand copies nobody reads all. */
const mostTwins = 50;

export const noTwins: Twins = new Map();

/** Who is like whom. `pairs` is empty while nobody looked for confusable tools. */
export function twinsOf(groups: readonly DuplicateGroup[], pairs: readonly ConfusablePair[]): Twins {
  const twins = new Map<string, Twin[]>();
  const add = (of: string, twin: Twin) => {
    const known = twins.get(of) ?? [];
    if (known.length < mostTwins && !known.some(({ name, kind }) => name === twin.name && kind === twin.kind))
      twins.set(of, [...known, twin]);
  };
  for (const { kind, tools } of groups) {
    const why = kind === 'definition' ? strings.alike.sameDescriptionArguments : strings.alike.sameNameAnotherSource;
    tools.forEach((name, at) => {
      // Around the circle, so that going from twin to twin meets all of them.
      const others = [...tools.slice(at + 1), ...tools.slice(0, at)].slice(0, mostTwins);
      for (const other of others) add(name, { name: other, kind: 'duplicate', why });
    });
  }
  for (const { tools, confusions } of pairs) {
    const [first, second] = tools;
    const query = confusions[0]?.query;
    const why = query === undefined ? strings.alike.queryFindsBoth : strings.alike.findsBoth(query);
    add(first, { name: second, kind: 'confusable', why });
    add(second, { name: first, kind: 'confusable', why });
  }
  return twins;
}
