export const strings = {
  commandWords: {
    isShellCharacter: (character: string) =>
      `“${character}” is a shell character, and Pegboard starts programs without a shell. If it belongs to an argument, put it in quotes.`,
    closingIsMissing: (quote: string) => `The closing ${quote} is missing.`,
  },
  connectionDraft: {
    typeCommandStartsServer: 'Type the command that starts the server.',
    isNotValidVariable: (badName: string) =>
      `“${badName}” is not a valid variable name. Use letters, digits and _ only.`,
    typeAddressServer: 'Type the address of the server.',
    addressMustStart: 'The address must start with https:// or http://.',
    hasNoValue: (empty: string) => `${empty} has no value.`,
    isNotValidHeader: (badName: string) => `“${badName}” is not a valid header name.`,
    notValidName: 'This is not a valid name.',
    aHeader: 'A header',
    sourceWithThisName: 'A source with this name exists.',
  },
  undoStore: {
    belongsAnotherWorkspace: (done: string) => `${done} belongs to another workspace.`,
    openThenUndoThere: (workspace: string) => `Open ${workspace}, then undo it there.`,
  },
} as const;
