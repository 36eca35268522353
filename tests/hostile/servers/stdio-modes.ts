/** How a server of `tests/fixtures/mcp-servers/hostile.mjs` misbehaves, and what comes of importing from it. */
export interface StdioMode {
  readonly mode: string;
  /** The tools come in; else the import is refused. */
  readonly works: boolean;
  /** Time-out of the command, seconds: short where nothing else ends the wait. */
  readonly seconds: number;
  /** Whether its tool `one` is called after the import. */
  readonly isCalled: boolean;
}

const mode = (name: string, more: Partial<StdioMode> = {}): StdioMode => ({
  mode: name,
  works: true,
  seconds: 60,
  isCalled: false,
  ...more,
});
const fine = (...names: string[]) => names.map((name) => mode(name));
const refused = (...names: string[]) => names.map((name) => mode(name, { works: false }));
const hanging = (...names: string[]) => names.map((name) => mode(name, { works: false, seconds: 1 }));
const called = (...names: string[]) => names.map((name) => mode(name, { isCalled: true }));

export const stdioModes: readonly StdioMode[] = [
  ...refused(
    'exits 0',
    'exits 1',
    'kills itself',
    'aborts',
    'writes a line of 100 MB',
    'floods stdout',
    'floods notifications',
  ),
  ...hanging('floods lines', 'floods empty lines', 'closes stdout'),
  ...fine('floods stderr', 'writes control characters to stderr', 'writes the secret to stderr', 'greets first'),
  ...fine('ignores SIGTERM', 'ignores the end of its input', 'has a helper', 'has a helper that left it'),
  ...fine('has a helper of a helper', 'pings without end', 'asks for everything'),
  ...hanging('writes binary', 'writes UTF-16', 'hangs at initialize', 'answers to another id'),
  ...refused('refuses initialize'),
  ...refused('ends in the middle of a line', 'ends after initialize'),
  ...fine('has a name with control characters', 'has a name of 1 MB', 'is called __proto__', 'answers twice'),
  ...fine('answers byte by byte'),
  ...hanging('answers initialize without capabilities', 'speaks a protocol of 1999', 'speaks protocol 7'),
  ...hanging(
    'answers to a text id',
    'answers with result and error',
    'answers without a version',
    'answers in a batch',
  ),
  ...hanging('answers initialize with null', 'answers initialize with a list', 'lists null', 'has null everywhere'),
  ...hanging('hangs while listing'),
  ...refused('dies while listing', 'refuses to list', 'lists no tools', 'lists an empty list'),
  ...refused('lists a text', 'repeats a cursor', 'pages without end', 'has a number as cursor'),
  ...refused('has brackets nested 200,000 deep', 'lists 20,001 tools'),
  ...fine('has a cursor of 1 MB', 'has keys of prototypes', 'has schemas that branch without end'),
  ...fine('has a description of 20 MB', 'says the secret', 'says the secret encoded'),
  ...refused('lists odd entries', 'has names that are there twice', 'has names of prototypes'),
  ...refused('has names that lead elsewhere', 'has a schema nested 5,000 deep'),
  ...refused('has control characters everywhere', 'has a tool named by the secret'),
  ...called(
    'hangs in a call',
    'dies in a call',
    'refuses a call',
    'answers a call with null',
    'answers a call with odd content',
  ),
  ...called('answers a call with the secret', 'answers a call with control characters', 'answers a call with 40 MB'),
  ...called('floods progress in a call', 'changes its list in a call'),
];
