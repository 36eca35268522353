import { create } from 'zustand';
import type { Confusion } from '#shared/domain/confusable.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { keepApart } from '../../state/open-workspace.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { showFacet, showProblem } from '../catalog/catalog-store.ts';

/** The pair that is chosen among the confusable ones, by its place. */
export const useHealth = create<{ readonly pair: number }>()(() => ({ pair: 0 }));

keepApart(useHealth, { pick: ({ pair }) => ({ pair }), initial: () => ({ pair: 0 }) });

/** The places of Health that the keyboard moves between. */
export const places = { findings: 'health-findings', pairs: 'health-pairs' } as const;

/** Puts a query through all engines, with the right tool marked. */
export function compareEngines({ query, right }: Pick<Confusion, 'query' | 'right'>): void {
  const playground = usePlayground.getState();
  playground.set({ query, includeAlwaysLoaded: true });
  playground.select(right);
  useNavigation.getState().goTo('compare');
}

/** Shows the tools with a kind of problem. */
export function showProblemTools(path: string, code: string): void {
  showProblem(path, code);
  useNavigation.getState().goTo('catalog');
}

/** Shows the tools that are like another one in one way. */
export function showAlike(path: string, kind: 'duplicate' | 'confusable'): void {
  showFacet(path, { alike: [kind] });
  useNavigation.getState().goTo('catalog');
}
