import { formatPlural } from './count.ts';

export const strings = {
  compareCommands: {
    compareEngines: 'Compare engines',
    showHideEngine: (title: string) => `Show or hide the engine ${title}`,
  },
  engineColumns: {
    ms: (matches: string, elapsedMs: string) => `${matches} · ${elapsedMs} ms`,
    matchingToolsTime: 'Matching tools · time of the search, without building the index',
    resultsOf: (title: string) => `Results of ${title}`,
    expectedResultOfGolden: 'Expected result of a golden query',
    expected: 'expected',
    rawScoreCompare: (score: number) => `Raw score ${score}. Compare it only within this column.`,
    noResults: 'No results.',
    expectedNotAmongFirst: '{tool} is expected, but it is not among the first {hits} of {matches}.',
    expectedNotFound: '{tool} is expected, but it was not found.',
    notAmongFirst: '{tool} is not among the first {hits} of {matches}.',
    notFound: '{tool} was not found.',
  },
  enginesPanel: {
    createIssue: 'create an issue',
    sendMessage: 'send a message',
    listOpenPullRequests: 'list open pull requests',
    enginesSideSide: 'Engines side by side',
    indexingToolsEachEngine: 'Indexing the tools for each engine…',
    overTools: (tools: number) => `over ${formatPlural(tools, 'tool')}`,
    engines: 'Engines',
    comparePegboardsSearch:
      'Compare Pegboard’s search with the tool search of your agent. Select a tool to mark it in every column, or to see where it is missing.',
    oneQueryEveryEngine: 'One query, every engine',
    howTheseEnginesRank: 'How these engines rank, what they emulate, and what Pegboard assumes',
    emulates: (emulates: string) => `Emulates ${emulates}.`,
    assumption: (assumes: string) => `Assumption: ${assumes}`,
    scoresAreRawCompare: 'Scores are raw: compare them only within a column.',
  },
} as const;
