import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { formatCompact, formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { useExportActions } from '../export/export-actions.ts';
import { exportPlaces } from '../export/export-places.ts';
import { useExportStore } from '../export/export-store.ts';
import { packsPlaces } from '../packs/packs-places.ts';
import { places } from '../playground/focus-places.ts';
import { usePlayground } from '../playground/playground-store.ts';
import { useSimulatorActions } from '../simulator/simulator-actions.ts';
import { useSimulatorStore } from '../simulator/simulator-store.ts';
import { tunerPlaces } from '../tuner/tuner-places.ts';

/** What the steps look at. */
export interface TourFacts {
  readonly workspace: WorkspaceSummary;
  /** What is in the playground's query. */
  readonly query: string;
  readonly playgroundTab: string;
  /** Whether something was changed that can be undone. */
  readonly hasChanged: boolean;
  /** The run of the simulator, when one has ended; tokens by the chosen estimator. */
  readonly run: {
    readonly title: string;
    readonly sent: number;
    readonly allTools: number;
    readonly estimator: string;
  } | null;
  /** What the simulator and the export can do now. */
  readonly can: { readonly run: boolean; readonly jump: boolean; readonly write: boolean };
  /** Place in time in the simulator. */
  readonly at: number;
  /** Where an export was written, and how many files. */
  readonly exported: { readonly target: string; readonly files: number } | null;
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
  readonly act?: {
    readonly label: string;
    /** Whether the screen can do it now; without it, always. */
    readonly isReady?: (facts: TourFacts) => boolean;
    run(): void;
  };
  /** Makes the screen ready for it, when it is come to. */
  readonly enter?: (workspace: string) => void;
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
  {
    id: 'diff',
    title: 'Read what the model is sent',
    feature: 'prompt-diff',
    target: '[data-testid="prompt-blocks"]',
    text: () =>
      'Left the prompt with all tools, right the one of this workspace, block by block; the row *joins* makes the column add up. Below is the text itself, and a mark where a prompt cache would break. Each side can be a profile, a persona, a step of a run or a version in git.',
  },
  {
    id: 'run',
    title: 'Run an agent, without a model',
    feature: 'simulator',
    target: '[data-testid="simulator-run"]',
    text: () =>
      'A scenario is a run that anybody can repeat: a scripted model, fixed results of tools, and what must come true. Run it: each picture is one reply of the model.',
    enter: (workspace) =>
      useSimulatorStore.getState().change(workspace, { path: 'scenarios/triage.scenario.yaml', at: 0, tab: 'step' }),
    act: { label: 'Run it', isReady: ({ can }) => can.run, run: () => useSimulatorActions.getState().run?.() },
    isDone: ({ run }) => run !== null,
  },
  {
    id: 'scrub',
    title: 'Scrub to the activation',
    feature: 'simulator',
    target: '[data-testid="film"]',
    text: () =>
      '← and → move through time, J jumps to the step that takes a tool out of its drawer. Below is the exact prompt of the step with what is new in it; the lane has the tokens, all tools against deferred.',
    act: {
      label: 'Jump there',
      isReady: ({ can }) => can.jump,
      run: () => useSimulatorActions.getState().nextActivation?.(),
    },
    isDone: ({ at }) => at > 0,
  },
  {
    id: 'skills',
    title: 'See what a skill adds',
    feature: 'packs',
    target: `#${packsPlaces.tree}`,
    text: () =>
      'Packs hold skills: recipes that a run finds, or gets with its task. Open one: form and file side by side, problems with fixes, and the block that a persona would get, with its tokens. A shipped pack can be copied into the workspace and changed.',
  },
  {
    id: 'export',
    title: 'Export a pack',
    feature: 'export',
    target: `#${exportPlaces.target}`,
    text: ({ exported }) =>
      exported
        ? `${formatPlural(exported.files, 'file')} in ${visibleString(exported.target)}. Export again, and nothing differs; a file that you edit there is never written over unasked.`
        : 'Choose packs, a folder and a format: every file is shown before it is written. Filled in here: the core pack, beside this demo. Press Write.',
    enter: (workspace) =>
      useExportStore
        .getState()
        .choose(workspace, { kind: 'packs', packs: ['shipped:core'], target: `${workspace}-export`, commit: false }),
    act: { label: 'Write it', isReady: ({ can }) => can.write, run: () => useExportActions.getState().write?.() },
    isDone: ({ exported }) => exported !== null,
  },
  {
    id: 'end',
    title: 'What it saves',
    feature: 'playground',
    text: ({ run, exported }) =>
      [
        run
          ? `The run of ${visibleString(run.title)} sent ${formatCount(run.sent)} tokens in place of ${formatCount(run.allTools)} with all tools (${formatSaving(run.sent, run.allTools)}, by ${run.estimator}).`
          : 'No run was measured: step 7 does that.',
        exported ? `The pack is in ${visibleString(exported.target)}.` : 'No pack was exported: step 10 does that.',
        'Next: Alt+3 brings your own servers in. The tour is in Ctrl+K, "Take the guided tour".',
      ].join(' '),
  },
];
