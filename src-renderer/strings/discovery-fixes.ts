export const strings = {
  discoveryFix: {
    turnToolSearch: 'Turn tool search on',
    toolSearch: 'Tool search is on. Pegboard builds the index.',
    applyPresetForSmall: 'Apply the preset “load everything”',
    turnToolSearchOff: 'Turn tool search off',
    rebuildIndex: 'Rebuild the index',
  },
  fixButton: {
    altO: 'Alt+O',
  },
  fixCommands: {
    applyAdvice: 'Apply the advice',
    workspace: 'Workspace',
  },
  searchFailed: {
    hybridSearchFirstSearches:
      'Hybrid search first searches by words and asks an embedder when the words are not enough. The embedder works offline unless you configure another one. Add this to pegboard.yaml; the screen updates automatically.',
    hybridSearchOffWorkspace: 'Hybrid search is off in this workspace',
    copy: 'Copy',
    everyPermittedTool:
      'Every permitted tool is in the prompt, so there is nothing to search. A model that calls tool_search gets the answer that it is not configured. The cause: {toolSearch} is false in pegboard.yaml. Turning it on defers {value}, and Pegboard builds the index.',
    toolsThatDeclare: (searchOffDeferred: boolean) =>
      `${searchOffDeferred ? 'the tools that declare it' : 'every tool that no pattern in always_loaded_patterns matches'}`,
    toolSearchOffWorkspace: 'Tool search is off in this workspace',
  },
} as const;
