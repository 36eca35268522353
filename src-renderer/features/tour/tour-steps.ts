import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { openPath } from '../../state/open-workspace.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tour.ts';
import { formatCompact, formatSaving } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { writeExport } from '../export/export-model.ts';
import { exportPlaces } from '../export/export-places.ts';
import { useExportStore } from '../export/export-store.ts';
import { packsPlaces } from '../packs/packs-places.ts';
import { places } from '../playground/focus-places.ts';
import { moveInFilm, runScenario } from '../simulator/simulator-model.ts';
import { useSimulatorStore } from '../simulator/simulator-store.ts';
import { tunerPlaces } from '../tuner/tuner-places.ts';
import { usePlaces } from '../use/use-places.ts';
import { allowLog } from '../use/use-reading.ts';
import { useUse } from '../use/use-store.ts';

/** The state that the steps check. */
export interface TourFacts {
  readonly workspace: WorkspaceSummary;
  /** Tokens of the prompt, by the chosen estimator; null while they are counted. */
  readonly prompt: { readonly whole: number; readonly allTools: number } | null;
  /** What is in the playground's query. */
  readonly query: string;
  readonly playgroundTab: string;
  /** The tool that *Why not* explains. */
  readonly asked: string | null;
  /** What the logs say that were read; null while they say nothing. */
  readonly use: { readonly used: number; readonly tools: number; readonly idle: number; readonly days: number } | null;
  /** Whether something was changed that can be undone. */
  readonly hasChanged: boolean;
  /** The run of the simulator, when one has ended; tokens by the chosen estimator. */
  readonly run: {
    readonly title: string;
    readonly sent: number;
    readonly allTools: number;
    readonly estimator: string;
  } | null;
  /** The actions of the simulator and the export that are possible now. */
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

const exampleQuery = strings.tourSteps.giveCustomerTheirMoney;
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
    title: strings.tourSteps.whatYourAgentPays,
    feature: 'home',
    target: '[data-testid="status-bar"]',
    text: ({ workspace: { tools, always_loaded }, prompt }) =>
      strings.tourSteps.allToolsEveryPrompt(
        formatCount(tools),
        prompt ? formatCompact(prompt.allTools) : '…',
        formatCount(always_loaded),
        prompt ? `${formatCompact(prompt.whole)} (${formatSaving(prompt.whole, prompt.allTools)})` : '…',
      ),
  },
  {
    id: 'search',
    title: strings.tourSteps.searchModelWould,
    feature: 'playground',
    target: `#${places.query}`,
    text: () => strings.tourSteps.typeRequestOfAgent(exampleQuery),
    act: { label: strings.tourSteps.type, run: () => usePlayground.getState().set({ query: exampleQuery }) },
    isDone: ({ query }) => query.trim() !== '',
  },
  {
    id: 'score',
    title: strings.tourSteps.followScore,
    feature: 'playground',
    target: `#${places.details}`,
    text: () => strings.tourSteps.youCanCheckEvery,
    enter: ensureQuery,
  },
  {
    id: 'why-not',
    title: strings.tourSteps.askWhyToolWas,
    feature: 'playground',
    target: '[aria-label="About the answer"]',
    text: () => strings.tourSteps.enterToolThatYou(expectedTool),
    enter: ensureQuery,
    act: {
      label: strings.tourSteps.askAbout(expectedTool),
      run: () => {
        useWhyNotStore.getState().ask(expectedTool);
        usePlayground.getState().showTab('why-not');
      },
    },
    isDone: ({ playgroundTab, asked }) => playgroundTab === 'why-not' && asked !== null,
  },
  {
    id: 'use',
    title: strings.tourSteps.seeWhatIsUsed,
    feature: 'use',
    target: `#${usePlaces.figures}`,
    text: ({ use, workspace }) =>
      use
        ? strings.tourSteps.toolsUsed(use.used, use.tools, use.days, use.idle)
        : workspace.is_demo
          ? strings.tourSteps.demoHasMonthOfUse
          : strings.tourSteps.allowLogOfYours,
    enter: (workspace) => useUse.getState().change(workspace, { tab: 'overview' }),
    act: {
      label: strings.tourSteps.readIt,
      isReady: ({ workspace }) => workspace.is_demo,
      run: () => void allowLog(openPath() ?? '', 'jsonl'),
    },
    isDone: ({ use }) => use !== null,
  },
  {
    id: 'board',
    title: strings.tourSteps.alwaysLoadTool,
    feature: 'tuner',
    target: `#${tunerPlaces.drawers}`,
    text: () => strings.tourSteps.selectDeferredTool,
    isDone: ({ hasChanged }) => hasChanged,
  },
  {
    id: 'diff',
    title: strings.tourSteps.readWhatModelSent,
    feature: 'prompt-diff',
    target: '[data-testid="prompt-blocks"]',
    text: () => strings.tourSteps.promptAllToolsLeft,
  },
  {
    id: 'run',
    title: strings.tourSteps.runAgentWithoutModel,
    feature: 'simulator',
    target: '[data-testid="simulator-run"]',
    text: () => strings.tourSteps.scenarioIsRepeatableRun,
    enter: (workspace) =>
      useSimulatorStore.getState().change(workspace, { path: 'scenarios/triage.scenario.yaml', at: 0, tab: 'step' }),
    act: { label: strings.tourSteps.run, isReady: ({ can }) => can.run, run: runScenario },
    isDone: ({ run }) => run !== null,
  },
  {
    id: 'scrub',
    title: strings.tourSteps.moveToActivation,
    feature: 'simulator',
    target: '[data-testid="film"]',
    text: () => strings.tourSteps.moveThroughTimeJ,
    act: {
      label: strings.tourSteps.jumpThere,
      isReady: ({ can }) => can.jump,
      run: () => moveInFilm('next-activation'),
    },
    isDone: ({ at }) => at > 0,
  },
  {
    id: 'skills',
    title: strings.tourSteps.seeWhatSkillAdds,
    feature: 'packs',
    target: `#${packsPlaces.tree}`,
    text: () => strings.tourSteps.packsContainSkillsInstructions,
  },
  {
    id: 'export',
    title: strings.tourSteps.exportPack,
    feature: 'export',
    target: `#${exportPlaces.target}`,
    text: ({ exported }) =>
      exported
        ? strings.tourSteps.filesExportAgainNothing(exported.files, visibleString(exported.target))
        : strings.tourSteps.choosePacksFolder,
    enter: (workspace) =>
      useExportStore
        .getState()
        .choose(workspace, { kind: 'packs', packs: ['shipped:core'], target: `${workspace}-export`, commit: false }),
    act: { label: strings.tourSteps.write, isReady: ({ can }) => can.write, run: writeExport },
    isDone: ({ exported }) => exported !== null,
  },
  {
    id: 'end',
    title: strings.tourSteps.seeSaving,
    feature: 'costs',
    text: ({ run, exported }) =>
      [
        run
          ? strings.tourSteps.runOfSentTokens(
              visibleString(run.title),
              formatCount(run.sent),
              formatCount(run.allTools),
              formatSaving(run.sent, run.allTools),
              run.estimator,
            )
          : strings.tourSteps.youSkippedRunStep,
        exported ? strings.tourSteps.pack(visibleString(exported.target)) : strings.tourSteps.youSkippedExportStep,
        strings.tourSteps.nextUseYourOwn,
      ].join(' '),
    act: {
      label: strings.tourSteps.toUseMyMcpServers,
      run: () => {
        useNavigation.getState().goTo('sources');
        useAddSource.getState().open('found');
      },
    },
  },
];
