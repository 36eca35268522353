import { formatCount, formatPlural } from '../../ui/format-number.ts';

/** What the workspace tells about itself. */
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
  readonly errors: number;
  readonly warnings: number;
  /** Tokens of the prompt beyond the budget; null without a budget, or while they are counted. */
  readonly overBudget: number | null;
  /** Configurations in the folder of the workspace whose servers are not in it. */
  readonly offers: readonly { readonly file: string; readonly servers: number }[];
  /** Clients that ever used the workspace; null while that is unknown. */
  readonly clients: number | null;
  /** Golden queries; null while they are read. */
  readonly golden: number | null;
}

/** What a step's button does. */
export type StepAction =
  | { readonly kind: 'show-source'; readonly source: string }
  | { readonly kind: 'go'; readonly screen: 'tuner' | 'evaluate' }
  | { readonly kind: 'offer'; readonly index: number }
  | { readonly kind: 'problems' | 'add-source' | 'connect' };

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
  const { failed, signIn, stale, errors, overBudget } = facts;
  const ofSources = (
    names: readonly string[],
    tone: NextStep['tone'],
    one: (name: string) => string,
    several: (count: number) => string,
  ): NextStep[] => {
    const [first] = names;
    if (first === undefined) return [];
    const text = names.length === 1 ? one(first) : several(names.length);
    return [{ tone, text, button: 'Show source', action: { kind: 'show-source', source: first } }];
  };
  yield* ofSources(
    failed,
    'error',
    (name) => `${name} failed to start or cannot be read.`,
    (count) => `${count} sources failed to start or cannot be read.`,
  );
  if (errors > 0) {
    const text = `Checks found ${formatPlural(errors, 'error')} in this workspace.`;
    yield { tone: 'error', text, button: 'Show problems', action: { kind: 'problems' } };
  }
  if (overBudget !== null && overBudget > 0) {
    const text = `The prompt is ${formatPlural(overBudget, 'token')} over its budget.`;
    yield { tone: 'error', text, button: 'Fit to budget', action: { kind: 'go', screen: 'tuner' } };
  }
  yield* ofSources(
    signIn,
    'warning',
    (name) => `${name} needs you to sign in.`,
    (count) => `${count} sources need you to sign in.`,
  );
  yield* ofSources(
    stale,
    'warning',
    (name) => `The tools of ${name} changed since the last import.`,
    (count) => `The tools of ${count} sources changed since the last import.`,
  );
}

function* worthDoing(facts: HomeFacts): Generator<NextStep> {
  const { isDemo, tools, alwaysLoaded, searchIsOn, offers, clients, golden, warnings } = facts;
  for (const [index, { file, servers }] of offers.entries()) {
    const text = `${file} in this folder lists ${formatPlural(servers, 'server')} that ${servers === 1 ? 'is' : 'are'} not in the workspace.`;
    yield { tone: 'plain', text, button: 'Review servers', action: { kind: 'offer', index } };
  }
  if (isDemo) {
    const text = 'You are looking at demo tools. Add your own MCP servers to see what they cost.';
    yield { tone: 'plain', text, button: 'Use my MCP servers', action: { kind: 'add-source' } };
  }
  if (tools > manyTools && (!searchIsOn || alwaysLoaded === tools)) {
    const why = searchIsOn ? 'are always loaded' : 'are in every prompt, because tool search is off';
    const text = `All ${formatCount(tools)} tools ${why}.`;
    yield { tone: 'warning', text, button: 'Choose what to load', action: { kind: 'go', screen: 'tuner' } };
  }
  if (clients === 0) {
    const text = 'No agent uses this workspace yet.';
    yield { tone: 'plain', text, button: 'Connect an agent', action: { kind: 'connect' } };
  }
  if (golden === 0) {
    const text = 'No test checks the search yet. A golden query names the tool that you expect.';
    yield { tone: 'plain', text, button: 'Add a golden query', action: { kind: 'go', screen: 'evaluate' } };
  }
  if (warnings > 0) {
    const text = `Checks found ${formatPlural(warnings, 'warning')}, such as undocumented arguments.`;
    yield { tone: 'plain', text, button: 'Show problems', action: { kind: 'problems' } };
  }
}
