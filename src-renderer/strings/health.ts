import { formatPlural } from './count.ts';

export const strings = {
  confusablePanel: {
    confusableTools: 'Confusable tools',
    ranOfQueries: (done: string, total: string) => `Ran ${done} of ${total} queries`,
    indexingTools: 'Indexing the tools…',
    queriesThatRan: 'Queries that ran',
    cancel: 'Cancel',
    whichToolsDoesSearch:
      'Which tools does a search mix up? The check runs two queries for each tool and changes nothing.',
    findConfusableTools: 'Find confusable tools',
    queriesGoldenForTools: (queries: string, goldenQueries: string, tools: number) =>
      `${queries} queries (${goldenQueries} golden) for ${formatPlural(tools, 'tool')}`,
    noWrongToolRanked: (asked: string) =>
      `${asked}: no wrong tool ranked above the expected tool or within 5 % of its score.`,
    noTwoToolsConfusable: 'No two tools are confusable',
    confusablePairs: (pairCount: number) => formatPlural(pairCount, 'confusable pair'),
    worstPairsListed: (pairCount: number, pairs: number) =>
      `${formatPlural(pairCount, 'confusable pair')}, the worst ${pairs} are listed`,
    checkAgain: 'Check again',
    filterPairsByName: 'Filter pairs by name',
    noPairHasTool: 'No pair has a tool with this name.',
    groupsOfThree: (clusterCount: number) =>
      `${formatPlural(clusterCount, 'group')} of three or more tools that searches mix up`,
    largestGroupsListed: (clusterCount: number, clusters: number) =>
      `${formatPlural(clusterCount, 'group')} of three or more tools that searches mix up, the largest ${clusters} are listed`,
    sharedWords: (shared: string) => `shared words: ${shared}`,
  },
  confusionPicture: {
    whichToolIsMistaken: 'Which tool is mistaken for which',
    eachRowIsExpected:
      'Each row is the expected tool of a query; each column is the tool that the search found instead, by its number. The figure is the score of the wrong tool in percent of the score of the expected tool: {span} equal or higher, {span2} slightly lower.',
    expectedTool: 'Expected tool',
    expectsAndFinds: (query: string, right: string, wrong: string, percent: number) =>
      `“${query}” expects ${right} and finds ${wrong} with ${percent} % of its score`,
  },
  healthCommands: {
    health: 'Health',
    goToFindings: 'Go to the findings',
    goConfusablePairs: 'Go to the confusable pairs',
  },
  healthPage: {
    health: 'Health',
    findingsAboutTools: 'Findings about the tools',
    checkingTools: 'Checking the tools…',
    checksFoundNoProblems: (tools: number) => `The checks found no problems in ${formatPlural(tools, 'tool')}.`,
    findings: 'Findings',
    finding: 'Finding',
    tools: 'Tools',
    example: 'Example',
    action: 'Action',
    showTools: 'Show tools',
    showTools2: (title: string) => `Show tools: ${title}`,
    confusableAnotherTool: 'confusable with another tool',
  },
  pairList: {
    kinds: {
      golden: 'golden query',
      name: 'words of the name',
      sentence: 'first sentence',
    },
    confusablePairsEnterCompares: 'Confusable pairs. Enter compares the engines on the worst query.',
    both: 'both',
    noWordsInCommon: 'no words in common',
    only: 'only {name}',
    nothingGiveWordsIts: 'nothing: give it words of its own',
    worstQuery:
      '“{query}” ({kind}): {right} is expected and ranks {rightRank}. {wrong} ranks {wrongRank} with {percent} % of its score.',
    moreQueries: (more: number) =>
      `${formatPlural(more, 'more query', 'more queries')} confuse${more === 1 ? 's' : ''} them.`,
  },
} as const;
