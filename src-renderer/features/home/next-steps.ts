import { strings } from '../../strings/home.ts';
import { strings as reviewStrings } from '../../strings/tool-review.ts';

/** The facts about the workspace. */
export interface HomeFacts {
  readonly isDemo: boolean;
  readonly tools: number;
  readonly alwaysLoaded: number;
  readonly searchIsOn: boolean;
  /** Names of sources whose last start failed, or whose file cannot be read. */
  readonly failed: readonly string[];
  /** Names of sources whose server wants a sign-in. */
  readonly signIn: readonly string[];
  /** Names of sources whose server says that its tools changed. */
  readonly stale: readonly string[];
  /** What waits for a review, what of it is withheld, and what an audit finds suspicious. */
  readonly review: { readonly waiting: number; readonly withheld: number; readonly suspicious: number };
  readonly errors: number;
  readonly warnings: number;
  /** What one of the warnings is about; empty where that is unknown. */
  readonly firstWarning: string;
  /** Whether there are too few tools for tool search. */
  readonly fewTools: boolean;
  /** Tokens that every prompt has more than with all tools; zero or less where tool search saves some, null while they are counted. */
  readonly searchCosts: number | null;
  /** Tokens of the prompt beyond the budget; null without a budget, or while they are counted. */
  readonly overBudget: number | null;
  /** Configurations in the folder of the workspace whose servers are not in it. */
  readonly offers: readonly { readonly file: string; readonly servers: number }[];
  /** Clients that ever used the workspace; null while that is unknown. */
  readonly clients: number | null;
  /** Logs of agents on this computer that Pegboard may not read yet; null while that is unknown, or one is read. */
  readonly unreadLogs: number | null;
  /** Golden queries; null while they are read. */
  readonly golden: number | null;
}

/** The action of a step's button. */
export type StepAction =
  | { readonly kind: 'show-source'; readonly source: string }
  | { readonly kind: 'go'; readonly screen: 'tuner' | 'evaluate' | 'use' }
  | { readonly kind: 'offer'; readonly index: number }
  | { readonly kind: 'problems' | 'review' | 'add-source' | 'connect' | 'search-off' };

export interface NextStep {
  readonly tone: 'error' | 'warning' | 'plain';
  readonly text: string;
  readonly button: string;
  readonly action: StepAction;
}

/** From how many tools on a prompt with all of them is worth a word. */
const manyTools = 20;
const mostSteps = 3;

/** What is wrong, then what to do next: three steps at most, the most urgent first. */
export function nextSteps(facts: HomeFacts): readonly NextStep[] {
  return [...wrong(facts), ...worthDoing(facts)].slice(0, mostSteps);
}

function* wrong(facts: HomeFacts): Generator<NextStep> {
  const { failed, signIn, stale, errors, overBudget, review } = facts;
  if (review.waiting > 0) {
    yield {
      tone: review.suspicious > 0 ? 'error' : 'warning',
      text: strings.nextSteps.changesWait(review),
      button: reviewStrings.dialog.open(review.waiting),
      action: { kind: 'review' },
    };
  }
  const ofSources = (
    names: readonly string[],
    tone: NextStep['tone'],
    one: (name: string) => string,
    several: (count: number) => string,
  ): NextStep[] => {
    const [first] = names;
    if (first === undefined) return [];
    const text = names.length === 1 ? one(first) : several(names.length);
    return [{ tone, text, button: strings.nextSteps.showSource, action: { kind: 'show-source', source: first } }];
  };
  yield* ofSources(
    failed,
    'error',
    (name) => strings.nextSteps.failedStartCannotRead(name),
    (count) => strings.nextSteps.sourcesFailedStartCannot(count),
  );
  if (errors > 0) {
    const text = strings.nextSteps.checksFoundErrorsWorkspace(errors);
    yield { tone: 'error', text, button: strings.nextSteps.showProblems, action: { kind: 'problems' } };
  }
  if (overBudget !== null && overBudget > 0) {
    const text = strings.nextSteps.promptTokensOverIts(overBudget);
    yield { tone: 'error', text, button: strings.nextSteps.fitBudget, action: { kind: 'go', screen: 'tuner' } };
  }
  yield* ofSources(
    signIn,
    'warning',
    (name) => strings.nextSteps.needsYouSign(name),
    (count) => strings.nextSteps.sourcesNeedYouSign(count),
  );
  yield* ofSources(
    stale,
    'warning',
    (name) => strings.nextSteps.toolsChangedSinceLast(name),
    (count) => strings.nextSteps.toolsSourcesChangedSince(count),
  );
}

function* worthDoing(facts: HomeFacts): Generator<NextStep> {
  const {
    isDemo,
    tools,
    alwaysLoaded,
    searchIsOn,
    offers,
    clients,
    unreadLogs,
    golden,
    warnings,
    firstWarning,
    fewTools,
    searchCosts,
  } = facts;
  const chooseTools = {
    tone: 'warning',
    button: strings.nextSteps.chooseAlwaysLoadedTools,
    action: { kind: 'go', screen: 'tuner' },
  } as const;
  for (const [index, { file, servers }] of offers.entries()) {
    const text = strings.nextSteps.folderListsServersNot(file, servers);
    yield { tone: 'plain', text, button: strings.nextSteps.reviewServers, action: { kind: 'offer', index } };
  }
  if (isDemo) {
    const text = strings.nextSteps.youLookingDemoTools;
    yield { tone: 'plain', text, button: strings.nextSteps.toUseMyMcpServers, action: { kind: 'add-source' } };
  }
  if (tools > manyTools && (!searchIsOn || alwaysLoaded === tools)) {
    const text = searchIsOn
      ? strings.nextSteps.allToolsAlwaysLoaded(tools)
      : strings.nextSteps.allToolsLoadedSearchOff(tools);
    yield { ...chooseTools, text };
  } else if (searchIsOn && tools > 0 && searchCosts !== null && searchCosts > 0) {
    const text = fewTools
      ? strings.nextSteps.promptShorterWithoutSearch(searchCosts)
      : strings.nextSteps.fewerAlwaysLoaded(searchCosts);
    yield fewTools
      ? {
          tone: 'warning',
          text,
          button: strings.nextSteps.turnToolSearchOff,
          action: { kind: 'search-off' },
        }
      : { ...chooseTools, text };
  }
  if (clients === 0) {
    const text = strings.nextSteps.noAgentUsesWorkspace;
    yield { tone: 'plain', text, button: strings.nextSteps.connectAgent, action: { kind: 'connect' } };
  }
  if (unreadLogs !== null && unreadLogs > 0) {
    const text = strings.nextSteps.logsSayWhatIsUsed(unreadLogs);
    yield { tone: 'plain', text, button: strings.nextSteps.showUse, action: { kind: 'go', screen: 'use' } };
  }
  if (golden === 0) {
    const text = strings.nextSteps.noTestChecksSearch;
    yield { tone: 'plain', text, button: strings.nextSteps.addGoldenQuery, action: { kind: 'go', screen: 'evaluate' } };
  }
  if (warnings > 0) {
    const text = strings.nextSteps.checksFoundWarnings(warnings, firstWarning);
    yield { tone: 'plain', text, button: strings.nextSteps.showProblems, action: { kind: 'problems' } };
  }
}
