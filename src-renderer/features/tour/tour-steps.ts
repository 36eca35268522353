import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { formatCompact, formatCount, formatSaving } from '../../ui/format-number.ts';
import { places } from '../playground/focus-places.ts';
import { usePlayground } from '../playground/playground-store.ts';
import { tunerPlaces } from '../tuner/tuner-places.ts';

/** What the steps look at. */
export interface TourFacts {
  readonly workspace: WorkspaceSummary;
  /** What is in the playground's query. */
  readonly query: string;
  readonly playgroundTab: string;
  /** Whether something was changed that can be undone. */
  readonly hasChanged: boolean;
}

export interface TourStep {
  readonly id: string;
  readonly title: string;
  /** The screen it is about. */
  readonly feature: string;
  /** Selector of what gets a frame. */
  readonly target?: string;
  readonly text: (facts: TourFacts) => string;
  /** Does what the text asks for. */
  readonly act?: { readonly label: string; run(): void };
  /** Whether what the text asks for was done; without it there is nothing to do but to look. */
  readonly isDone?: (facts: TourFacts) => boolean;
}

const exampleQuery = 'give the customer their money back';

/** The way through the demo, in about five minutes. */
export const tourSteps: readonly [TourStep, ...TourStep[]] = [
  {
    id: 'cost',
    title: 'What your agent pays now',
    feature: 'playground',
    target: '[data-testid="status-bar"]',
    text: ({ workspace: { tools, always_loaded, tokens } }) =>
      `Sent whole, ${formatCount(tools)} tools cost ${formatCompact(tokens.all)} tokens in every prompt. Here ${formatCount(always_loaded)} hang on the board, always loaded, for ${formatCompact(tokens.always_loaded)} (${formatSaving(tokens.always_loaded, tokens.all)}). The others lie in drawers until tool_search finds them. This line below is always true.`,
  },
  {
    id: 'search',
    title: 'Search as the model would',
    feature: 'playground',
    target: `#${places.query}`,
    text: () => `Type what an agent would ask for, such as "${exampleQuery}". No tool is called that.`,
    act: { label: 'Type it', run: () => usePlayground.getState().set({ query: exampleQuery }) },
    isDone: ({ query }) => query.trim() !== '',
  },
  {
    id: 'score',
    title: 'Follow the score',
    feature: 'playground',
    target: `#${places.details}`,
    text: () =>
      'A score is arithmetic that you can check: which word met which field, what a rare word is worth, what was multiplied and added. Hover a figure for where it comes from; the arrows change the result.',
  },
  {
    id: 'why-not',
    title: 'Ask why a tool was missed',
    feature: 'playground',
    target: '[aria-label="About the answer"]',
    text: () =>
      '"Why not…" takes the name of the tool that you expected. It says what was in the way, and tries each suggestion before it makes it.',
    act: { label: 'Open it', run: () => usePlayground.getState().showTab('why-not') },
    isDone: ({ playgroundTab }) => playgroundTab === 'why-not',
  },
  {
    id: 'board',
    title: 'Move a tool to the board',
    feature: 'tuner',
    target: `#${tunerPlaces.drawers}`,
    text: () =>
      'Choose a tool in the drawers and press B, or drag it. The figures say at once what each prompt costs; the file gets the smallest pattern that does it, and Ctrl+Z takes it back.',
    isDone: ({ hasChanged }) => hasChanged,
  },
];
