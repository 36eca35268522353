import { createElement, Fragment, type ReactNode } from 'react';

/** The names in braces of a text: `'count' | 'tool'` of `{count} results for {tool}`. */
type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;

/** A sentence with elements in it: each `{name}` of `text` is replaced by the value of that name, wherever a translation puts it. */
export function fill<Text extends string>(text: Text, values: Readonly<Record<Gaps<Text>, ReactNode>>): ReactNode {
  const byName: Readonly<Record<string, ReactNode>> = values;
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : byName[part]));
  return createElement(Fragment, null, ...parts);
}
