import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { formatCompact, formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { writeExport } from '../export/export-model.ts';
import { exportPlaces } from '../export/export-places.ts';
import { useExportStore } from '../export/export-store.ts';
import { packsPlaces } from '../packs/packs-places.ts';
import { places } from '../playground/focus-places.ts';
import { moveInFilm, runScenario } from '../simulator/simulator-model.ts';
import { useSimulatorStore } from '../simulator/simulator-store.ts';
import { tunerPlaces } from '../tuner/tuner-places.ts';

/** What the steps look at. */
export interface TourFacts {
  readonly workspace: WorkspaceSummary;
  /** Tokens of the prompt, by the chosen estimator; null while they are counted. */
  readonly prompt: { readonly whole: number; readonly allTools: number } | null;
  /** What is in the playground's query. */
  readonly query: string;
  readonly playgroundTab: string;
  /** The tool that *Why not* explains. */
  readonly asked: string | null;
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
/** A tool of the demo that this query does not rank first. */
const expectedTool = 'orders.cancel';

/** The steps about an answer need one: a query that the user typed stays. */
function ensureQuery(): void {
  const { query, set } = usePlayground.getState();
  if (query.trim() === '') set({ query: exampleQuery });
}

/** The way through the demo, in about five minutes. */
export const tourSteps: readonly [TourStep, ...TourStep[]] = [
  {
    id: 'cost',
    title: 'What your agent pays now',
    feature: 'home',
    target: '[data-testid="status-bar"]',
    text: ({ workspace: { tools, always_loaded }, prompt }) =>
      `With all ${formatCount(tools)} tools every prompt would cost ${prompt ? formatCompact(prompt.allTools) : '…'} tokens. Here ${formatCount(always_loaded)} are always loaded, and a prompt costs ${prompt ? `${formatCompact(prompt.whole)} (${formatSaving(prompt.whole, prompt.allTools)})` : '…'}. The others are deferred until tool_search finds them. The status bar below shows the current figures on every screen.`,
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
      'A score is arithmetic that you can check: which word matched which field, what a rare word is worth, and how it all adds up. Hover over a figure to see where it comes from. The arrow keys select another result.',
    enter: ensureQuery,
  },
  {
    id: 'why-not',
    title: 'Ask why a tool was missed',
    feature: 'playground',
    target: '[aria-label="About the answer"]',
    text: () =>
      `"Why not…" takes the name of the tool that you expected, for example ${expectedTool}. It says what kept that tool from the top, and tries every suggestion before it shows it.`,
    enter: ensureQuery,
    act: {
      label: `Ask about ${expectedTool}`,
      run: () => {
        useWhyNotStore.getState().ask(expectedTool);
        usePlayground.getState().showTab('why-not');
      },
    },
    isDone: ({ playgroundTab, asked }) => playgroundTab === 'why-not' && asked !== null,
  },
  {
    id: 'board',
    title: 'Always load a tool',
    feature: 'tuner',
    target: `#${tunerPlaces.drawers}`,
    text: () =>
      'Select a deferred tool and press B, or drag it to the left. The figures show at once what each prompt costs. Pegboard writes the smallest pattern that does it, and Ctrl+Z undoes it.',
    isDone: ({ hasChanged }) => hasChanged,
  },
  {
    id: 'diff',
    title: 'Read what the model is sent',
    feature: 'prompt-diff',
    target: '[data-testid="prompt-blocks"]',
    text: () =>
      'The prompt with all tools is on the left, this workspace’s prompt on the right, block by block. Below is the text itself, with a mark where a prompt cache would break. Each side can be a profile, a persona, a step of a run or a version in git.',
  },
  {
    id: 'run',
    title: 'Run an agent, without a model',
    feature: 'simulator',
    target: '[data-testid="simulator-run"]',
    text: () =>
      'A scenario is a run that anybody can repeat: a scripted model, fixed tool results, and expectations. Run it: each picture is one reply of the model.',
    enter: (workspace) =>
      useSimulatorStore.getState().change(workspace, { path: 'scenarios/triage.scenario.yaml', at: 0, tab: 'step' }),
    act: { label: 'Run it', isReady: ({ can }) => can.run, run: runScenario },
    isDone: ({ run }) => run !== null,
  },
  {
    id: 'scrub',
    title: 'Scrub to the activation',
    feature: 'simulator',
    target: '[data-testid="film"]',
    text: () =>
      '← and → move through time, and J jumps to the step that activates a deferred tool. Below is the exact prompt of the step with its new parts marked. The lane compares the tokens: all tools against deferred tools.',
    act: {
      label: 'Jump there',
      isReady: ({ can }) => can.jump,
      run: () => moveInFilm('next-activation'),
    },
    isDone: ({ at }) => at > 0,
  },
  {
    id: 'skills',
    title: 'See what a skill adds',
    feature: 'packs',
    target: `#${packsPlaces.tree}`,
    text: () =>
      'Packs hold skills: recipes that an agent finds, or gets with its task. Open one: form and file side by side, problems with fixes, and the text that a persona would get, with its tokens. You can copy a shipped pack into the workspace and change it.',
  },
  {
    id: 'export',
    title: 'Export a pack',
    feature: 'export',
    target: `#${exportPlaces.target}`,
    text: ({ exported }) =>
      exported
        ? `${formatPlural(exported.files, 'file')} in ${visibleString(exported.target)}. Export again, and nothing changes. Pegboard asks before it overwrites a file that you edited there.`
        : 'Choose packs, a folder and a format, and see every file before it is written. The core pack and a folder next to this demo are filled in. Press Write.',
    enter: (workspace) =>
      useExportStore
        .getState()
        .choose(workspace, { kind: 'packs', packs: ['shipped:core'], target: `${workspace}-export`, commit: false }),
    act: { label: 'Write it', isReady: ({ can }) => can.write, run: writeExport },
    isDone: ({ exported }) => exported !== null,
  },
  {
    id: 'end',
    title: 'What it saves',
    feature: 'costs',
    text: ({ run, exported }) =>
      [
        run
          ? `The run of ${visibleString(run.title)} sent ${formatCount(run.sent)} tokens instead of ${formatCount(run.allTools)} with all tools (${formatSaving(run.sent, run.allTools)}, by ${run.estimator}).`
          : 'You skipped the run (step 7), so nothing was measured.',
        exported ? `The pack is in ${visibleString(exported.target)}.` : 'You skipped the export (step 10).',
        'Next: use your own MCP servers. Ctrl+K, "Take the guided tour" starts the tour again.',
      ].join(' '),
    act: {
      label: 'Use my MCP servers',
      run: () => {
        useNavigation.getState().goTo('sources');
        useAddSource.getState().open('found');
      },
    },
  },
];
