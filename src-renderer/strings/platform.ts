export const strings = {
  connection: {
    connectionPegboardWasLost: 'The connection to Pegboard was lost.',
    itReconnectsAutomaticallyIf: 'It reconnects automatically. If it does not, check that Pegboard is still running.',
  },
  editConfig: {
    nothingWasChanged: 'Nothing was changed',
  },
  errorNotices: {
    errors: (told: number) => `${told} errors`,
    textTimes: (text: string, times: number) => `${text} (${times} times)`,
    dismiss: (one: string) => `Dismiss: ${one}`,
  },
  goldenActs: {
    isNoLongerExpected: (tool: string, short: string) => `${tool} is no longer an expected result of ${short}`,
    isNowExpectedResult: (tool: string, short: string) => `${tool} is now an expected result of ${short}`,
    removed: (short: string) => `Removed ${short}`,
    changed: 'Changed',
    added: 'Added',
    inLabel: (file: string) => `In ${file}.`,
  },
  personaGone: {
    searchIsPausedWithout:
      'Search is paused: without a persona, every tool would be visible. Choose another persona, or none.',
    pegboardYamlNoLonger: (name: string) => `pegboard.yaml no longer has the persona ${name}`,
    search: (name: string) => `Search as ${name}`,
    searchWithoutPersona: 'Search without a persona',
  },
  rebuildNotice: {
    rebuildingIndex: 'Rebuilding the index',
    starting: 'Starting…',
    cancel: 'Cancel',
    indexWasNotRebuilt: 'The index was not rebuilt',
    cancelled: 'Cancelled',
    indexIsUnchanged: 'The index is unchanged.',
    indexRebuilt: 'Index rebuilt',
    toolsCanBeFound: (tools: string) => `${tools} tools can be found.`,
    tools: (hash: boolean, done: string, total: string) => `${hash ? 'Reading' : 'Writing'} ${done} of ${total} tools`,
  },
  skillsOff: {
    turnSkills: 'Turn skills on',
    skills: 'Skills are on.',
    skillsPackShipsPegboard: 'Skills are on, with the pack that ships with Pegboard.',
    skillsOffWorkspacePrompts:
      'Skills are off in this workspace: prompts do not contain them, and a model cannot search them ({skillsEnabled}).',
    turnSkillsAddShipped: 'Turn skills on and add the shipped pack',
  },
  undoChange: {
    undo: 'Undo',
    couldnt: (undos: boolean, done: string) => `Could not ${undos ? 'undo' : 'redo'} “${done}”`,
    undone: 'Undone',
    redone: 'Redone',
    showScreen: 'Show that screen',
    youMadeThisChange: (name: string) => `${name}. You made this change on another screen.`,
    isNewerAndChanged: (done: string) => `“${done}” is newer and changed the same place.`,
    undoChangeFirst: 'Undo that change first.',
    removeFromUndoHistory: 'Remove it from the undo history',
  },
  useConfusable: {
    checkForConfusableTools: 'The check for confusable tools ended without a report.',
  },
} as const;
