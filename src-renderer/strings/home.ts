import { formatCount, formatPlural } from './count.ts';

export const strings = {
  carriedPanel: {
    contentsOfEveryPrompt: 'Contents of every prompt',
    countingTokensOfPrompt: 'Counting the tokens of the prompt…',
    everyPrompt: 'Every prompt of your agent has {now}.',
    tokens: (now: number) => formatPlural(now, 'token'),
    everyPromptWithAllTools: 'Every prompt of your agent has {now}. With {allTools} it would have {all} ({saving}).',
    everyPromptCostsMore: 'Every prompt of your agent has {now}. With {allTools} it would have {all}. {loss}',
    toolSearchCostsMore: (saving: string) => `Tool search costs more than it saves here (${saving}).`,
    allOfTools: (tools: number) => (tools === 1 ? 'its only tool' : `all ${formatCount(tools)} tools`),
    toolsAlwaysLoaded: (loaded: number, tools: number) =>
      tools === 1
        ? `The only tool is ${loaded === 1 ? '' : 'not '}always loaded.`
        : `${formatCount(loaded)} of ${formatCount(tools)} tools ${loaded === 1 ? 'is' : 'are'} always loaded.`,
    agentFindsTools: '{alwaysLoaded} The agent finds {others} with {toolSearch}.',
    otherTools: (others: number, tools: number) => (tools === 1 ? 'it' : others === 1 ? 'the other one' : 'the others'),
    countedWith: '{sentences} Counted with {estimator}: {value}.',
    now: 'Now',
    allTools: 'All tools',
    instructions: 'Instructions',
    source: 'Source',
    tools: 'Tools',
    alwaysLoaded: 'Always loaded',
    tokensNow: 'Tokens now',
    tokensAllTools: 'Tokens with all tools',
    instructions2: '{span}Instructions',
  },
  homePage: {
    everyToolDefinition:
      'Every tool definition in a prompt costs tokens, and a model with hundreds of tools chooses less reliably. Pegboard keeps a few tools always loaded and lets the agent search for the others. Start with your MCP servers: nothing runs until you agree.',
    seeWhatYourAgents: 'See what your agent’s tools cost, and choose which ones are always loaded',
    toUseMyMcpServers: 'Use my MCP servers',
    tryDemo: 'Try the demo',
    home: 'Home',
    pegboardWritesYourChanges:
      'Pegboard writes your changes to plain files in {path}, ready for git. The files of your sources do not change.',
    nextSteps: 'Next steps',
    everythingOrder: 'Everything is in order.',
    error: 'Error:',
    warning: 'Warning:',
    agents: 'Agents',
    readingLog: 'Reading the log…',
    noAgentConnectedNow: 'No agent is connected now.',
    agentsConnected: (connected: number) => `${formatPlural(connected, 'agent')} connected.`,
    requestsLast: (requests: number, relativeTime: string) =>
      `${formatPlural(requests, 'request')}, last ${relativeTime}`,
    showTraffic: 'Show traffic',
    connectAgent: 'Connect an agent',
    sinceYourLastVisit: 'Since your last visit',
    changesFromNow: 'Changes from now on appear here next time.',
    noChanges: 'No changes.',
    more: (more: number) => `and ${more} more`,
  },
  homeShares: {
    otherSources: (rest: number) => `${rest} other sources`,
  },
  lastVisit: {
    promptWentFromTokens: (prompt: string, prompt2: number) =>
      `The prompt went from ${prompt} to ${formatPlural(prompt2, 'token')}`,
    newTools: (name: string, tools: number) => `${name} is new, with ${formatPlural(tools, 'tool')}`,
    wentFromTools: (name: string, old: string, tools: number) =>
      `${name} went from ${old} to ${formatPlural(tools, 'tool')}`,
    wasRemoved: (name: string) => `${name} was removed`,
    alwaysLoadedToolsBefore: (before: number, now: number) =>
      `Always loaded: ${formatPlural(before, 'tool')} before, ${formatCount(now)} now`,
  },
  nextSteps: {
    changesWait: ({ waiting, withheld, suspicious }: { waiting: number; withheld: number; suspicious: number }) =>
      [
        `${formatPlural(waiting, 'change')} of tools ${waiting === 1 ? 'waits' : 'wait'} for review.`,
        ...(withheld > 0
          ? [`${formatPlural(withheld, 'tool')} ${withheld === 1 ? 'is' : 'are'} withheld until then.`]
          : []),
        ...(suspicious > 0 ? [`An audit finds ${formatPlural(suspicious, 'text')} suspicious.`] : []),
      ].join(' '),
    showSource: 'Show source',
    failedStartCannotRead: (name: string) => `${name} failed to start or cannot be read.`,
    sourcesFailedStartCannot: (count: number) => `${count} sources failed to start or cannot be read.`,
    checksFoundErrorsWorkspace: (errors: number) => `Checks found ${formatPlural(errors, 'error')} in this workspace.`,
    showProblems: 'Show problems',
    promptTokensOverIts: (overBudget: number) => `The prompt is ${formatPlural(overBudget, 'token')} over its budget.`,
    fitBudget: 'Fit to budget',
    needsYouSign: (name: string) => `${name} needs you to sign in.`,
    sourcesNeedYouSign: (count: number) => `${count} sources need you to sign in.`,
    toolsChangedSinceLast: (name: string) => `The tools of ${name} changed since the last import.`,
    toolsSourcesChangedSince: (count: number) => `The tools of ${count} sources changed since the last import.`,
    folderListsServersNot: (file: string, servers: number) =>
      `${file} in this folder lists ${formatPlural(servers, 'server')} that ${servers === 1 ? 'is' : 'are'} not in the workspace.`,
    reviewServers: 'Review servers',
    youLookingDemoTools: 'You are looking at demo tools. Add your own MCP servers to see what they cost.',
    toUseMyMcpServers: 'Use my MCP servers',
    allToolsAlwaysLoaded: (tools: number) => `All ${formatPlural(tools, 'tool')} are always loaded.`,
    allToolsLoadedSearchOff: (tools: number) =>
      `All ${formatPlural(tools, 'tool')} are always loaded, because tool search is off.`,
    chooseAlwaysLoadedTools: 'Choose always-loaded tools',
    turnToolSearchOff: 'Turn tool search off',
    promptShorterWithoutSearch: (tokens: number) =>
      `Without tool search, every prompt would be ${formatPlural(tokens, 'token')} shorter.`,
    fewerAlwaysLoaded: (tokens: number) =>
      `Tool search adds ${formatPlural(tokens, 'token')} to every prompt, because nearly all tools are always loaded.`,
    noAgentUsesWorkspace: 'No agent uses this workspace yet.',
    connectAgent: 'Connect an agent',
    logsSayWhatIsUsed: (logs: number) =>
      `${formatPlural(logs, 'log')} on this computer can say which tools your agents use.`,
    showUse: 'Show use',
    noTestChecksSearch: 'No test checks the search yet. A golden query names an expected result.',
    addGoldenQuery: 'Add a golden query',
    checksFoundWarnings: (warnings: number, first: string) =>
      `Checks found ${formatPlural(warnings, 'warning')}${first === '' ? '' : `, such as "${first}"`}.`,
  },
} as const;
