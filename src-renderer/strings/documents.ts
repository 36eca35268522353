import { formatPlural } from './count.ts';

export const strings = {
  autosaveSelect: {
    autosave: 'Autosave',
    whenPegboardSavesText:
      'When Pegboard saves text that you edit. This setting is kept on this computer, not in pegboard.yaml.',
    autosave2: (label: string) => `Autosave: ${label}`,
  },
  autosave: {
    off: 'off',
    after1SWithout: 'after 1 s without typing',
    whenEditorLosesFocus: 'when the editor loses focus',
  },
  closeDocument: {
    wasClosedWithoutSaving: (name: string) => `${name} was closed without saving`,
    reopen: 'Reopen',
    itsTextKept: 'Its text is kept.',
  },
  compareDialog: {
    fileAndYourText: (name: string) => `${name}: file and your text`,
    whatCompare: 'What to compare',
    fileMine: 'File → mine',
    whatIChanged: 'What I changed',
    whatChangedFile: 'What changed in the file',
    document: 'Document',
    decideLater: 'Decide later',
    takeTheirs: 'Take theirs',
    keepMine: 'Keep mine',
  },
  documentBar: {
    saving: 'Saving…',
    notSaved: 'Not saved',
    saved: 'Saved',
    revert: 'Revert',
    discardYourChanges: 'Discard your changes and show the text of the file',
    save: 'Save',
    saveCtrlS: 'Save (Ctrl S)',
    fileChangedOnDisk: 'The file changed on disk while you were editing. Which version do you want to keep?',
    compare: 'Compare',
    keepMine: 'Keep mine',
    overwritesFile: 'Overwrites the file with your text',
    takeTheirs: 'Take theirs',
    replacesYourText: 'Replaces your text with the file’s text. Undo in the editor restores yours.',
  },
  documentCommands: {
    document: 'Document',
    save: 'Save',
    revertTextFile: 'Revert to the text of the file',
    compareYourTextFile: 'Compare your text with the file',
    keepMyText: 'Keep my text and overwrite the file',
    toUseTextOfFile: 'Use the text of the file',
    nextDocument: 'Next document',
    previousDocument: 'Previous document',
    closeDocument: 'Close the document',
    reopenLastClosedDocument: 'Reopen the last closed document',
  },
  documentEditor: {
    readingFile: 'Reading the file…',
  },
  documentStore: {
    fileHasNotBeen: 'The file has not been read yet.',
    wasNotSaved: (title: string) => `${title} was not saved: its workspace is not open.`,
    textIsKeptOpen: 'The text is kept. Open its workspace and save it there.',
    notSavedYet: (name: string) => `${name} is not saved yet.`,
  },
  documentTabs: {
    openDocuments: 'Open documents',
    notSaved: 'Not saved:',
    close: (title: string) => `Close ${title}`,
    closeAltW: 'Close (Alt W)',
  },
  draftJournal: {
    pegboardCannotKeepUnsaved: 'Pegboard cannot keep unsaved text through a crash',
  },
  recoveredDraftsDialog: {
    recoveredDrafts: 'Recovered drafts',
    copied: 'Copied.',
    noDraftsLeftYou: 'No drafts left: you opened or discarded all of them.',
    typedCharacters: (relativeTime: string, length: number) =>
      `typed ${relativeTime} · ${formatPlural(length, 'character')}`,
    open: 'Open',
    copyText: 'Copy text',
    discard: 'Discard',
    discardAll: 'Discard all',
    notDiscarded: 'Not discarded',
    discardedDraft: (title: string | undefined) => `Discarded the draft of ${title}`,
    discardedDrafts: (gone: number) => `Discarded ${formatPlural(gone, 'draft')}`,
  },
  recoveredDrafts: {
    pegboardCouldNotLook: 'Pegboard could not look for recovered drafts',
  },
  useRecoveredDrafts: {
    pegboardCouldNotRead: 'Pegboard could not read the recovered drafts',
    pegboardRecoveredDrafts: (count: number) => `Pegboard recovered ${formatPlural(count, 'draft')}`,
    showDrafts: 'Show drafts',
    youHadNotSaved: 'You had not saved this text when Pegboard stopped. Nothing is lost.',
  },
} as const;
