import { formatPlural } from './count.ts';

export const strings = {
  suggestionList: {
    suggestedEdits: 'Suggested edits',
    tryingEdits: 'Trying edits…',
    none: 'none',
    as: (value: string) => `as ${value}`,
    apply: 'Apply',
    apply2: (label: string) => `Apply: ${label}`,
    copyYaml: 'Copy as YAML',
    goldenQueriesLeftOut: 'Golden queries left out: {problem}',
    as2: (text: string, value: string) => `${text} as ${value}`,
    evalsHasNoGolden: 'evals/ has no golden queries, so the effect on other queries is unknown.',
    otherGoldenQueryStays: 'The other golden query stays unchanged.',
    otherGoldenQueriesStay: (queries: number) => `The ${queries} other golden queries stay unchanged.`,
    ofOtherGoldenQueries: (queries: number, better: number, worse: number, before: number, after: number) =>
      `Of ${queries} other golden queries, ${better} improve and ${worse} get worse; first place ${before} → ${after}`,
  },
  toolField: {
    whyNotTool: 'Why not this tool?',
    whyNotEnterName: 'Why not…? Enter the name of a tool',
  },
  useApplySuggestion: {
    nothingWrite: 'Nothing to write',
    overlayAlready: 'The overlay already has this text.',
    nothingWasWritten: 'Nothing was written',
    added: (text: string, value: string, tool: string) => `Added “${text}” to the ${value} of ${tool}`,
  },
  whyNotCommands: {
    playground: 'Search',
    askWhyTool: 'Ask why a tool was not found',
    applyFirstSuggestion: 'Apply the first suggestion',
    copyFirstSuggestionYaml: 'Copy the first suggestion as YAML',
  },
  whyNotPanel: {
    rankedAboveWhy: 'Ranked above it, and why',
    itsScoreBeforeNormalisation: (raw: number) => `Its score before normalisation is ${raw}`,
    contributions: (ahead: string, here: string) =>
      `Contribution: ${ahead} to the higher tool, ${here} to the tool that you asked about`,
    gaps: { word: 'word', bonuses: 'coverage and bonuses', meaning: 'meaning' },
    more: (told: number) => `and ${told} more`,
    wordsQuery: 'Words of the query',
    wordsTool: 'Words of the tool',
    functionWordIgnored: 'function word, ignored',
    ignored: 'ignored',
    matchesAs: (word: string, kind: string) => `matches as ${word} (${kind})`,
    matches: 'matches',
    doesNotMatch: 'does not match',
    tools: (has: string, value: boolean, tools: number) =>
      `${has}${value ? ', function word' : ''}, in ${formatPlural(tools, 'tool')}`,
    whyNot: 'Why not',
    enterNameOfTool:
      'Enter the name of a tool. You see why this search does not return it or ranks it lower, and the smallest edits that would improve its rank.',
    looking: 'Looking…',
    isAlias: '{tool} is an alias of this tool. A model may call either name, and both have the permission of the tool.',
  },
} as const;
