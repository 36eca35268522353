import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { usePlayground } from '../../../state/playground-store.ts';
import { focusPlace } from '../focus-places.ts';
import { type SkillsSide, useSkillsView } from './skills-view.ts';

/** The places of the skills that the keyboard moves between. */
export const skillPlaces = { tab: 'skills-tab', list: 'skills-list', details: 'skills-details' } as const;

export function focusSkills(place: 'query' | 'list' | 'details'): void {
  if (place === 'query') focusPlace('query');
  else document.getElementById(skillPlaces[place])?.focus();
}

/** Shows the skills on one side and goes to their list. */
export function showSkills(side: SkillsSide): void {
  flushSync(() => {
    usePlayground.getState().showSkills(true);
    useSkillsView.setState({ side, listWanted: true });
  });
}

/** Gives the focus to a list that has come on screen, where a command asked for it before it was there. */
export function useWantedFocus(): void {
  const isWanted = useSkillsView((state) => state.listWanted);
  useEffect(() => {
    if (!isWanted) return;
    useSkillsView.setState({ listWanted: false });
    focusSkills('list');
  }, [isWanted]);
}
