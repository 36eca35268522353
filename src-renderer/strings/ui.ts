import { formatCount, formatPlural } from './count.ts';

export const strings = {
  commandLine: {
    copy: 'Copy',
  },
  consentDialog: {
    agreeStart: 'Agree and start',
    startServer: 'Start this server?',
    connectServer: 'Connect to this server?',
    sourceRuns: 'The source {source} runs this program on your computer, with your rights:',
    newSourceRuns: 'The new source runs this program on your computer, with your rights:',
    newSourceSends: 'The new source sends your calls and the headers below to this address:',
    sourceSends: 'The source {source} sends your calls and the headers below to this address:',
    pegboardAsksOnce:
      'Pegboard asks once. It keeps your consent for exactly this connection, in this workspace, on this computer.',
    workspace: 'the workspace',
    noneYours: 'none of your variables',
    empty: '(empty)',
    facts: {
      address: 'Address',
      headers: 'Headers',
      command: 'Command',
      arguments: 'Arguments',
      folder: 'Folder',
      variables: 'Variables',
    },
    none: 'none',
  },
  copyTextButton: {
    copied: 'Copied',
    couldNotCopy: 'Could not copy',
  },
  destructiveMark: {
    destructiveCallMayPermanently: 'Destructive: a call may permanently delete or overwrite something',
  },
  dialogForm: {
    cancel: 'Cancel',
  },
  codeEditor: {
    editorCouldNotLoaded: 'The editor could not be loaded. Reload the window.',
    loadingEditor: 'Loading the editor…',
  },
  textDiff: {
    difference: (label: string) => `${label}, before and after`,
    removed: 'Removed:',
    added: 'Added:',
    showUnchangedLines: (lines: number) => `Show ${formatPlural(lines, 'unchanged line')}`,
    findInBoth: 'Find in both texts',
    foundLines: (at: number, count: number) =>
      count === 0
        ? 'Not found'
        : at === 0
          ? formatPlural(count, 'line')
          : `${formatCount(at)} of ${formatPlural(count, 'line')}`,
    previousLine: 'Previous line with this text',
    nextLine: 'Next line with this text',
    closeFind: 'Close the search',
    closeFindEscape: 'Close the search (Escape)',
  },
  engineName: {
    emulated: 'emulated',
  },
  errorFacts: {
    hints: {
      consent_required: 'Nothing was started. Choose Ask again to review what would run, or edit the connection.',
      source_exists: 'Edit the connection and give the source another name.',
      server_timeout:
        'Check that the program is an MCP server and does not wait for input. You can also give it more time.',
    },
    editConnectionAndAdd: 'Edit the connection and add the header that the server needs, such as Authorization.',
  },
  formatNumber: {
    counted: {
      estimate: 'characters ÷ 4, rounded up',
      o200k: 'the o200k tokenizer',
    },
  },
  highlightedText: {
    matchedPattern: 'matched by the pattern',
    matched: (name: string) => `matched by “${name}”`,
  },
  importSummary: {
    noToolChanged: 'No tool changed, so nothing was written.',
    toolsAdded: (added: number) => `${formatPlural(added, 'tool')} added`,
    toolsChanged: (changed: number) => `${formatPlural(changed, 'tool')} changed`,
    toolsRemoved: (removed: number) => `${formatPlural(removed, 'tool')} removed`,
    toolsUnchanged: (unchanged: number) => `${formatPlural(unchanged, 'tool')} unchanged`,
    skillsAdded: (added: number) => `${formatPlural(added, 'skill')} added`,
    skillsChanged: (changed: number) => `${formatPlural(changed, 'skill')} changed`,
    skillsRemoved: (removed: number) => `${formatPlural(removed, 'skill')} removed`,
  },
  jsonBlock: {
    nestedTooDeepShow: '(nested too deep to show)',
  },
  longText: {
    showAllCharacters: (text: string) => `Show all (${text} characters)`,
  },
  modeLabels: {
    deniedNoPromptContains: 'Denied: no prompt contains it and no search finds it.',
    workspacePolicyDenies: (deniedBy: string) => `The workspace policy denies it (${deniedBy}).`,
    toServeItReview: 'To have it served, review the changes on the Sources screen and approve it.',
    toAllowItChange: 'To allow it, change policy in pegboard.yaml.',
    why: (detail: string) => `${detail}.`,
    whyAndOthers: (detail: string, others: string) => `${detail}; also matched by ${others}.`,
    alwaysLoadedItsDefinition: 'Always loaded: its definition is in every prompt.',
    deferredNotInPrompt: 'Deferred: not in the prompt until tool_search finds it and activates it.',
    setToolSearchEnabled: 'Set tool_search.enabled to true to defer tools.',
    removePatternFromTool: 'Remove the pattern from tool_search.always_loaded_patterns to let the other rules decide.',
    loadingModeInOverlay: (name: string) =>
      `A loading_mode in an overlay for ${name} overrides this; a pattern in always_loaded_patterns overrides both.`,
    changeModeLists: (source: string, name: string) =>
      `Change the mode lists of the source ${source}, or set loading_mode in an overlay for ${name}.`,
    addPatternThatMatches: (name: string) =>
      `Add a pattern that matches it to tool_search.always_loaded_patterns, or set loading_mode in an overlay for ${name}.`,
    withoutThisRule: (mode: string | null, rule: string) => `Without this rule: ${mode} (${rule}).`,
    ruleNames: {
      search_disabled: 'Tool search',
      pattern: 'Always-loaded pattern',
      declaration: 'Declaration on the tool',
      source_list: 'Mode lists of the source',
      source_default: 'Source default',
      source_hint: 'What the source asks',
      workspace_default: 'Workspace default',
      fallback: 'Nothing declared',
    },
    decides: 'decides',
    overridden: 'overridden',
    decidesMode: (mode: string) => `→ ${mode}: decides`,
    overriddenMode: (mode: string) => `→ ${mode}: overridden`,
    pathInFile: (path: string, file: string) => `${path} in ${file}`,
    searchOff: 'search off',
    pattern: (pattern: string) => `pattern ${pattern}`,
    modeLists: (source: string) => `mode lists of ${source}`,
    source: (source: string) => `source ${source}`,
    askedBySource: (source: string) => `asked by ${source}`,
    setDefaultOfSource: (source: string, name: string) =>
      `Set default_loading_mode of the source ${source} to deferred, or set loading_mode in an overlay for ${name}.`,
  },
  modeMark: {
    alwaysLoadedEveryPrompt: 'Always loaded: in every prompt',
    deferredUntilSearchFinds: 'Deferred until a search finds it',
  },
  lazyPage: {
    notLoaded: 'This screen could not be loaded.',
    reload: 'Check that Pegboard still runs, then reload the page.',
  },
  pegboardError: {
    pegboardRejectedRequest: 'Pegboard rejected the request of this screen.',
    somethingWentWrongInside: 'Something went wrong inside Pegboard.',
    tryAgainIf: 'Try again. If it happens again, please report it and say what you did.',
  },
  relativeTime: {
    justNow: 'just now',
    minAgo: (amount: number) => `${amount} min ago`,
    hAgo: (amount: number) => `${amount} h ago`,
    daysAgo: (days: number) => `${days} days ago`,
    yesterday: 'yesterday',
  },
  schemaNodes: {
    anyOther: 'any other',
    any: 'any of',
    one: 'one of',
    all: 'all of',
    invalidSchema: 'invalid schema',
    array: (text: string) => `array of ${text}`,
    constraintKeywords: {
      format: 'format',
      minimum: 'min',
      maximum: 'max',
      exclusiveMinimum: 'more than',
      exclusiveMaximum: 'less than',
      minLength: 'min length',
      maxLength: 'max length',
      minItems: 'min items',
      maxItems: 'max items',
      pattern: 'pattern',
      multipleOf: 'multiple of',
      uniqueItems: 'unique',
      default: 'default',
    },
  },
  sideEffectsMark: {
    pureCallOnlyComputes: 'Pure: a call only computes a result.',
    readCallReadsData: 'Read: a call reads data and changes nothing.',
    writeCallChangesData: 'Write: a call changes data.',
    externalCallAffectsSomething: 'External: a call affects something outside, such as people or payments.',
    statefulCallChangesResults: 'Stateful: a call changes the results of later calls.',
    unknownTool: 'Unknown: the tool does not declare its side effects.',
    sideEffects: (sideEffects: string) => `Side effects: ${sideEffects}`,
  },
  signLink: {
    openSignPage: 'Open the sign-in page',
    copyAddress: 'Copy the address',
  },
} as const;
