/** The places of the screen that the keyboard moves between. */
export const promptDiffPlaces = {
  before: 'prompt-diff-before',
  after: 'prompt-diff-after',
  versionBefore: 'prompt-diff-version-before',
  versionAfter: 'prompt-diff-version-after',
  query: 'prompt-diff-query',
  blocks: 'prompt-diff-blocks',
  leaks: 'prompt-diff-leaks',
  hidden: 'prompt-diff-hidden',
  profiles: 'prompt-diff-profiles',
} as const;

/** Moves the focus; a text that is there is selected, ready to be replaced. */
export function focusPromptDiffPlace(place: keyof typeof promptDiffPlaces): void {
  const element = document.getElementById(promptDiffPlaces[place]);
  const isList = place === 'blocks' || place === 'profiles';
  const target = isList ? element?.querySelector<HTMLElement>('[aria-pressed][tabindex="0"]') : element;
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
}
