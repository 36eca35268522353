import { formatPlural } from './count.ts';

export const strings = {
  auditAlarms: {
    audit: 'Audit',
  },
  importForm: {
    youChoseTools: 'You chose tools to import and did not apply the import.',
    nameSourceOptional: 'Name of the source (optional)',
    toolsOfMcpServer:
      'The tools of an MCP server are named <source>.<tool>. If this field is empty, Pegboard takes the name from the file.',
    resolveConflictsFirst: 'Resolve the conflicts first.',
    noToolChanged: 'No tool changed.',
    cancel: 'Cancel',
    importLabel: 'Import',
    reviewServers: 'Review the servers…',
    reviewServers2: (servers: number) => `Review ${formatPlural(servers, 'server')}…`,
    continue: 'Continue',
    pasteYourConfigurationCommand: 'Paste your configuration, command or tools',
    clientConfigurationCommandLine:
      'A client configuration, a command line, a “claude mcp add …” line, an https address, a registry entry, a server card, a tools/list result, an OpenAPI document, or tools for OpenAI, Anthropic, Gemini, Bedrock, LangChain or the AI SDK.',
    address: 'An address.',
    commandLine: 'A command line.',
    configurationServers: (servers: number) => `A configuration with ${formatPlural(servers, 'server')}.`,
    filesImport: 'Files to import',
    chooseFiles: 'Choose files…',
    readingFiles: 'Reading the files…',
    youCanAlsoDrop: 'You can also drop files on the window: up to 20,000 tools and 32 MB per file.',
    files: 'Files',
    pegboardCouldNotRead: 'Pegboard could not read {name}. {reason}',
    kb: '{name} · {max} KB',
    names: 'names',
    name: 'name',
    servers: (servers: number) => formatPlural(servers, 'server'),
    youCanReviewThem: 'You can review them now, or after the tools.',
    reviewServersNow: 'Review the servers now…',
    loadingTools: 'Loading the tools…',
    workspaceHasChangedCheck: 'The workspace has changed. Check the new plan.',
  },
  importPlanView: {
    findingsImport: 'Findings of the import',
    newSource: 'new source',
    knownSource: 'known source',
    added: 'added',
    removed: 'removed',
    changedNames: 'changed',
    unchanged: (unchanged: string) => `${unchanged} unchanged`,
    changed: (changed: string) => `~${changed} changed`,
    more: (names: string) => `and ${names} more`,
    parts: 'Prompts and instructions:',
    withheld: (tools: number) =>
      `${formatPlural(tools, 'tool')} will be withheld: nobody can find or call ${tools === 1 ? 'it' : 'them'} until you approve ${tools === 1 ? 'it' : 'them'} in the review.`,
    skillsOf: (pack: string) => `Skills, in the pack ${pack}:`,
  },
  readImportFiles: {
    fileHasMbLimit: (megabytes: number) =>
      `The file has ${megabytes} MB; the limit is 32 MB. Split it, or check that it is a list of tools.`,
    bundleIsTooLarge: 'The bundle has more than 256 MB. Unpack it and choose its manifest.json.',
    listsOfTools:
      'Lists of tools are .json, .jsonl or .txt files, OpenAPI documents .json or .yaml, client configurations .json or .toml, and bundles .mcpb.',
    pegboardCouldNotRead: 'Pegboard could not read the file. Is it a folder, or was it moved?',
  },
  recognise: {
    pastedText: 'the pasted text',
    notValidAddress: 'This is not a valid address.',
    thisIsTooLong: 'This is too long for a command, and it is not JSON, JSONL or TOML.',
    lineHasVariablesBut: 'The line has variables but no command after them.',
  },
  toolDriftView: {
    severityMeaning: {
      suspicious: 'An audit finds more in the new text than in the approved one',
      breaking: 'Existing calls may fail or do something else',
      notable: 'A model may choose or call the tool differently',
      cosmetic: 'No effect on calls or choices',
    },
    changedTools: 'Changed tools',
    andMoreChangedTools: (total: number) =>
      `and ${formatPlural(total, 'more changed tool')} without a detailed comparison`,
    changes: (changes: number) => formatPlural(changes, 'change'),
    more: (more: string) => `and ${more} more`,
    hashesOfApprovedDefinition: 'Hashes of the approved definition and of the current one',
  },
  useImportPlan: {
    imported: 'Imported',
    nothingChanged: 'Nothing changed',
    notValidName: 'not a valid name',
  },
  windowDropZone: {
    dropToPreviewImport: 'Drop to preview the import',
  },
} as const;
