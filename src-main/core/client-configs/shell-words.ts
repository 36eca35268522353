/** What a terminal shows before a command: `$ `, `% `, `> `, `PS C:\>`. */
const prompt = /^\s*(?:PS [^>\n]{0,200}>|[$%>#](?=\s))\s*/;

/**
 * The commands of a text as a shell would split it, each as its words: quotes, escapes, lines that go on after `\`, `^` or a
 * backtick, and prompts in front. A `$NAME` that a shell would fill in becomes `${NAME}`. A `\` before a letter stays, since
 * it is part of a path of Windows.
 */
export function shellCommands(text: string): string[][] {
  const lines = text.replace(/[ \t][\\^`]\r?\n/g, ' ').split(/\r?\n/);
  const commands: string[][] = [];
  // A quote may go on over lines, so the text is split as one.
  let rest = lines.map((line) => line.replace(prompt, '')).join('\n');
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  while (rest !== '') {
    const [piece, kind, value] = nextPiece(rest, word === undefined);
    rest = rest.slice(piece.length);
    if (kind === 'space') endWord();
    else if (kind === 'end') endCommand();
    else word = (word ?? '') + value;
  }
  endCommand();
  return commands;
}

type Piece = readonly [piece: string, kind: 'space' | 'end' | 'text', value: string];

function nextPiece(rest: string, isStart: boolean): Piece {
  const match = (pattern: RegExp) => pattern.exec(rest);
  const space = match(/^[ \t]+/);
  if (space) return [space[0], 'space', ''];
  const end = match(/^(?:\n|;|&&|\|\|)/) ?? (isStart ? match(/^#[^\n]*/) : null);
  if (end) return [end[0], 'end', ''];
  const single = match(/^'([^']*)'?/);
  if (single) return [single[0], 'text', single[1] ?? ''];
  const double = match(/^"((?:[^"\\]|\\[\s\S])*)"?/);
  if (double) return [double[0], 'text', withVariables((double[1] ?? '').replace(/\\(["\\$`\n])/g, '$1'))];
  const escaped = match(/^\\([^A-Za-z0-9])/);
  if (escaped) return [escaped[0], 'text', escaped[1] ?? ''];
  const plain = match(/^[^\s'"\\;&|]+/);
  if (plain) return [plain[0], 'text', withVariables(plain[0])];
  return [rest.charAt(0), 'text', rest.charAt(0)];
}

function withVariables(text: string): string {
  return text.replace(/\$([A-Za-z_]\w*)/g, (_whole, name: string) => `\${${name}}`);
}
