import { type ArrowFunctionExpression, type Function as FunctionNode, parseSync, Visitor } from 'oxc-parser';

/** A source file as far as it is measured. Lines are counted as an editor numbers them, from 1. */
export interface ReadSource {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly { readonly of: string; readonly line: number }[];
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[];
}

/** Reads a file of TypeScript; of CSS the lines only. Throws where the file cannot be parsed. */
export function readSource(path: string, text: string): ReadSource {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (path.endsWith('.css')) return { path, lines, imports: [], functions: [] };
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineAt = lineNumbers(text);
  const functions: ReadSource['functions'][number][] = [];
  const add = (node: FunctionNode | ArrowFunctionExpression) => {
    const line = lineAt(node.start);
    const name = 'id' in node && node.id ? node.id.name : '(function)';
    functions.push({ name, line, lines: lineAt(node.end) - line + 1 });
  };
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, start }) => ({ of: moduleRequest.value, line: lineAt(start) })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ of: moduleRequest.value, line: lineAt(start) }] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end }, start: at }) => ({
      of: text.slice(start + 1, end - 1),
      line: lineAt(at),
    })),
  ];
  return { path, lines, imports, functions };
}

function lineNumbers(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    return after === -1 ? starts.length : after;
  };
}
