import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolChangeKind } from '#shared/domain/tool-diff.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { diffTools } from '../catalog/tool-diff.ts';
import { type NamingSource, toolOfContract } from './contract.ts';
import type { ToolState, ToolStates } from './tool-states.ts';

/** A sentence about the approval of a tool, to follow its name; null for one that is as it was approved. */
export function approvalSentence(
  { unapproved, sources }: { readonly unapproved: ToolStates; readonly sources: readonly LoadedSource[] },
  { name, source }: Pick<CatalogTool, 'name' | 'source'>,
): string | null {
  const state = unapproved.get(name);
  const from = sources.find((loaded) => loaded.source.name === source)?.source;
  return state && from ? `${changeWords(state, from)}. "pegboard review" shows it.` : null;
}

/**
 * How a tool stands to its approval, in few words that follow its name: `changed since it was approved (description, arguments)`. They
 * quote nothing of the texts of the tool.
 */
export function changeWords({ state, change, contract, entry }: ToolState, source: NamingSource): string {
  const audit = change === 'suspicious' ? ', and an audit finds its text suspicious' : '';
  if (state === 'pending') return `is new, nobody has approved it${audit}`;
  if (state === 'renamed') return `has a new name, which nobody has approved${audit}`;
  const [before, after] = [entry?.contract, contract];
  const kinds = before && after ? diffTools(toolOfContract(before, source), toolOfContract(after, source)) : [];
  const what = [...new Set(kinds.map(({ kind }) => partWords[kind]))].join(', ');
  return `changed since it was approved${what === '' ? '' : ` (${what})`}${audit}`;
}

const partWords: Readonly<Record<ToolChangeKind, string>> = {
  description: 'description',
  title: 'title',
  annotations: 'annotations',
  side_effects: 'side effects',
  argument_added: 'arguments',
  argument_removed: 'arguments',
  argument_retyped: 'arguments',
  argument_required: 'arguments',
  argument_optional: 'arguments',
  argument_description: 'arguments',
  enum_added: 'arguments',
  enum_removed: 'arguments',
  schema_keyword: 'arguments',
  output_schema: 'output schema',
  other: 'other fields',
};
