import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeConnection } from '#shared/domain/mcp-connection.ts';
import { commandWords } from '../../../src-renderer/state/command-words.ts';

const words = (line: string) => {
  const cut = commandWords(line);
  return cut.kind === 'words' ? cut.words : cut.message;
};

describe('commandWords', () => {
  it('cuts as a shell does: quotes, backslashes, lines that go on', () => {
    expect(words('npx -y "my server" \'a "b"\' c\\ d')).toEqual(['npx', '-y', 'my server', 'a "b"', 'c d']);
    expect(words('npx \\\n  -y \\\r\n  x')).toEqual(['npx', '-y', 'x']);
    expect(words(`echo "say \\"hi\\"" ''`)).toEqual(['echo', 'say "hi"', '']);
  });

  it('leaves alone what only a shell would expand, and the backslashes of Windows paths', () => {
    expect(words('node $HOME/x.js ~ *')).toEqual(['node', '$HOME/x.js', '~', '*']);
    expect(words('C:\\tools\\server.exe --root "C:\\my files"')).toEqual([
      'C:\\tools\\server.exe',
      '--root',
      'C:\\my files',
    ]);
  });

  it('tells assignments in front and a prompt apart', () => {
    expect(commandWords('$ TOKEN="a b" DEBUG= npx x A=b')).toEqual({
      kind: 'words',
      env: { TOKEN: 'a b', DEBUG: '' },
      words: ['npx', 'x', 'A=b'],
    });
  });

  it('refuses what only a shell can do, and a quote that is left open', () => {
    expect(words('npx x | tee log')).toContain('“|”');
    expect(words('npx x && y')).toContain('“&”');
    expect(words('npx "x')).toContain('is missing');
    expect(words("npx 'a|b'")).toEqual(['npx', 'a|b']);
  });

  it('gives back the words that a line was made of, whatever is in them', () => {
    const word = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z./]{1,8}$/), fc.array(word), (command, args) => {
        expect(words(describeConnection({ command, args }))).toEqual([command, ...args]);
      }),
    );
  });
});
