import { parseSync } from 'oxc-parser';

/** One change of a source: the text from `start` to `end`, which is `from`, becomes `to`. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
};
const swappedMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};
/** Methods whose receiver can stand for their result. */
const leftOut = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'toLowerCase']);
const ofLists = new Set(['map', 'filter', 'flatMap', 'toSorted', 'sort']);
/** The TypeScript around a value; every other node of TypeScript is a type, which does not run. */
const aroundValues = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const removable = new Set(['ExpressionStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);
const tests = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement']);

/**
 * Every place of a source where one small change makes another program, in the order of the text. Types and the texts that
 * `describe` gives to a schema are left out. Throws where the file cannot be parsed.
 */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, to: string) => {
    const from = text.slice(start, end);
    if (from !== to) mutants.push({ path, line: text.slice(0, start).split('\n').length, start, end, from, to });
  };
  const visit = (node: AstNode, parent: AstNode | null) => {
    if (node.type.startsWith('TS') && !aroundValues.has(node.type)) return;
    addMutants(node, parent, text, add);
    for (const child of childrenOf(node)) if (!isLeftOut(child, node)) visit(child, node);
  };
  visit(program as unknown as AstNode, null);
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end || a.to.localeCompare(b.to));
}

/** Whether a change leaves a program: `null` on the left of `??` in a list of parameters, for one, does not. */
export function isProgram(text: string, mutant: Mutant): boolean {
  return parseSync(mutant.path, applyMutant(text, mutant)).errors.length === 0;
}

/** A text with one change. Throws where the text is not the one that the change was found in. */
export function applyMutant(text: string, { path, start, end, from, to }: Mutant): string {
  if (text.slice(start, end) !== from) throw new Error(`${path} is not the text that the mutant was made from.`);
  return text.slice(0, start) + to + text.slice(end);
}

type Add = (start: number, end: number, to: string) => void;

function addMutants(node: AstNode, parent: AstNode | null, text: string, add: Add): void {
  if (tests.has(node.type) && isNode(node.test)) add(node.test.start, node.test.end, `!(${sourceOf(text, node.test)})`);
  if (removable.has(node.type) && typeof node.directive !== 'string') add(node.start, node.end, ';');
  if (node.type === 'ReturnStatement' && isNode(node.argument)) addValues(node.argument, add);
  if (node.type === 'ArrowFunctionExpression' && node.expression === true && isNode(node.body))
    addValues(node.body, add);
  if (node.type === 'UnaryExpression' && node.operator === '!') add(node.start, node.start + 1, '');
  if (isNode(node.left) && isNode(node.right) && typeof node.operator === 'string')
    addOperator(node.left, node.right, node.operator, text, add);
  if (node.type === 'Literal') addLiteral(node, text, add);
  if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') add(node.start, node.end, "''");
  if (node.type === 'CallExpression') addCall(node, add);
}

function addOperator(left: AstNode, right: AstNode, operator: string, text: string, add: Add): void {
  const other = operators[operator];
  const at = text.indexOf(operator, left.end);
  if (other !== undefined && at >= 0 && at < right.start) add(at, at + operator.length, other);
}

function addLiteral(node: AstNode, text: string, add: Add): void {
  const { value, start, end } = node;
  if (typeof value === 'boolean') add(start, end, String(!value));
  if (typeof value === 'string') add(start, end, value === '' ? "'mutant'" : "''");
  if (typeof value !== 'number') return;
  add(start, end, `(${sourceOf(text, node)} + 1)`);
  add(start, end, `(${sourceOf(text, node)} - 1)`);
}

/** What a function could give back instead, by how its value is written. */
function addValues(value: AstNode, add: Add): void {
  const put = (to: string) => add(value.start, value.end, to);
  const operator = String(value.operator ?? '');
  if (value.type === 'ArrayExpression' || ofLists.has(methodOf(value)?.name ?? '')) put('[]');
  else if (value.type === 'TemplateLiteral') return;
  else if (['===', '!==', '<', '<=', '>', '>=', '&&', '||', '!'].includes(operator)) {
    put('true');
    put('false');
  } else if (!['Literal', 'ArrowFunctionExpression'].includes(value.type) && value.name !== 'undefined') put('null');
}

function addCall(call: AstNode, add: Add): void {
  const method = methodOf(call);
  if (!method) return;
  const { property, receiver, name } = method;
  const other = swappedMethods[name];
  if (other !== undefined) add(property.start, property.end, other);
  if (leftOut.has(name)) add(receiver.end, call.end, '');
}

function methodOf(call: AstNode): { name: string; property: AstNode; receiver: AstNode } | null {
  const { callee } = call;
  if (call.type !== 'CallExpression' || !isNode(callee) || callee.computed === true) return null;
  const { property, object } = callee;
  if (!isNode(property) || !isNode(object) || typeof property.name !== 'string') return null;
  return { name: property.name, property, receiver: object };
}

/** Keys of objects, sources of imports and descriptions of schemas: their texts are not what a function does. */
function isLeftOut(child: AstNode, parent: AstNode): boolean {
  if (parent.type === 'Property' && child === parent.key && parent.computed !== true) return true;
  if (/^(Import|ExportAll)/.test(parent.type)) return true;
  if (parent.type === 'ExportNamedDeclaration' && child === parent.source) return true;
  return child.type === 'Literal' && methodOf(parent)?.name === 'describe';
}

function childrenOf(node: AstNode): readonly AstNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const sourceOf = (text: string, { start, end }: AstNode) => text.slice(start, end);
