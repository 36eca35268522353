import type { ToolSummary } from '#shared/contract/catalog.ts';
import { scenarioSchema } from '#shared/domain/scenario.ts';
import type { EditorCompletions } from '../../ui/editor/code-editor.tsx';
import { argumentCompletions, argumentPlace } from './argument-completions.ts';

type Suggestion = ReturnType<EditorCompletions>[number];

/** Monaco's kinds of things that are offered. */
const kinds = { field: 4, value: 13 } as const;

/** Tools that are offered at once: typing narrows them down. */
const mostTools = 500;

/**
 * What fits at the cursor of a scenario: names of tools where one is called or expected, arguments by the schema of the tool that
 * is called, fields at the start of a line. `schemas`: of the tools that the text calls, by name.
 */
export function scenarioCompletions(
  model: Parameters<EditorCompletions>[0],
  position: Parameters<EditorCompletions>[1],
  tools: readonly ToolSummary[],
  schemas: ReadonlyMap<string, unknown>,
): Suggestion[] {
  const line = model.getValueInRange({
    startLineNumber: position.lineNumber,
    startColumn: 1,
    endLineNumber: position.lineNumber,
    endColumn: position.column,
  });
  if (/^\w*$/.test(line)) return topFields;
  const place = argumentPlace(
    model.getValueInRange({
      startLineNumber: 1,
      startColumn: 1,
      endLineNumber: position.lineNumber,
      endColumn: position.column,
    }),
  );
  if (place) return argumentCompletions(schemas.get(place.tool), place);
  const typed = /(?:\bcall:\s*|\b(?:called|activated|live_tools|never_called):\s*\[[^\]]*?|^\s{2})"?([\w.*-]*)$/.exec(
    line,
  )?.[1];
  if (typed === undefined) return [];
  // A word ends at a dot: what was typed before it stands there already.
  const there = typed.slice(0, typed.lastIndexOf('.') + 1);
  return [...builtinTools, ...tools.map(({ name }) => name)]
    .filter((name) => name.startsWith(there))
    .slice(0, mostTools)
    .map((name) => ({
      label: name,
      insertText: name.slice(there.length),
      filterText: name.slice(there.length),
      kind: kinds.value,
    }));
}

/** Tools that Pegboard itself has. */
export const builtinTools = ['tool_search', 'tool_get', 'skill_search', 'skill_get', 'skill_list'];

const topFields: Suggestion[] = Object.entries(scenarioSchema.shape).map(([name, schema]) => ({
  label: name,
  insertText: `${name}: `,
  documentation: schema.description ?? '',
  kind: kinds.field,
}));

/** Tools that a text calls, each once: a text in the middle of being written has no other form. */
export function calledTools(text: string): string[] {
  const names = [...text.matchAll(/\bcall:[ \t]*["']?([\w.-]+)/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].slice(0, mostTools);
}
