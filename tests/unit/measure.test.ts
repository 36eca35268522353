import { describe, expect, it } from 'vitest';
import { folderImports, knots } from '../measure/folder-knots.ts';
import { readSource } from '../measure/read-source.ts';

const file = (path: string, text: string) => readSource(path, text);

describe('the measures of the source', () => {
  it('finds folders that reach each other, by imports of types and by exports too', () => {
    const files = [
      file('core/a/one.ts', "import type { B } from '../b/two.ts';\n"),
      file('core/b/two.ts', "export { c } from '../c/three.ts';\n"),
      file('core/c/deep/three.ts', "export const c = () => import('../../a/one.ts');\n"),
      file('core/d/four.ts', "import { a } from '../a/one.ts';\nimport { top } from '../top.ts';\n"),
    ];
    const imports = folderImports(files, { root: '/', folder: 'core' });
    expect(knots(imports)).toEqual([['a', 'b', 'c']]);
    expect(imports).toContainEqual({ from: 'd', to: 'a', file: 'core/d/four.ts', line: 1 });
    expect(imports.map(({ to }) => to)).not.toContain('top.ts');
  });

  it('finds no knot where imports lead one way', () => {
    const imports = [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'b', to: 'c' },
    ];
    expect(knots(imports)).toEqual([]);
  });

  it('counts the lines of every function, nested ones too', () => {
    const { lines, functions } = file('x.ts', 'export function outer() {\n  return () => {\n    return 1;\n  };\n}\n');
    expect(lines).toBe(5);
    expect(functions).toEqual(
      expect.arrayContaining([
        { name: 'outer', line: 1, lines: 5 },
        { name: '(function)', line: 2, lines: 3 },
      ]),
    );
  });

  it('names the file that cannot be parsed', () => {
    expect(() => file('broken.ts', 'const = ;')).toThrow('broken.ts');
  });
});
