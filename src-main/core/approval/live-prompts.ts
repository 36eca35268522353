import { type ApprovalsConfig, partAction } from '#shared/domain/approval.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { isPrompt } from '../catalog/captured/source-parts.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { isIdentifier } from '../catalog/name-gate.ts';
import { draftOf } from './lock-edits.ts';
import type { Lock } from './lock-text.ts';
import { capturedParts, nameOfPart, promptPart } from './parts.ts';
import { partStates } from './tool-states.ts';

/**
 * The prompts of a server that may be served, of those that it lists at this moment. Without a lock that knows prompts, what was imported
 * counts as approved; a source that was imported without its prompts serves them all. An entry that cannot be compared is left out.
 */
export function servedPrompts(
  source: string,
  listed: readonly unknown[],
  { lock, sources, approvals }: { lock: Lock; sources: readonly LoadedSource[]; approvals: ApprovalsConfig },
): readonly unknown[] {
  const parts = capturedParts(sources.filter((loaded) => loaded.source.name === source));
  const isTracked = lock.kind === 'damaged' || (lock.kind === 'read' && lock.version === 2);
  if (!isTracked && !parts.some(({ kind }) => kind === 'prompt')) return listed;
  const known: Lock = isTracked
    ? lock
    : {
        ...{ kind: 'read', version: 2, unproven: new Set(), isWhole: true, problems: [] },
        entries: draftOf({ lock: { kind: 'none' }, sources: [], parts }),
      };
  const prompts = listed.filter(isPrompt).map((prompt) => ({ prompt, part: promptPart(source, prompt) }));
  const states = partStates(
    prompts.map(({ part }) => part),
    known,
  );
  return prompts.flatMap(({ prompt, part }) => {
    const state = states.get(nameOfPart(part));
    return state && partAction(approvals, source, state) !== 'allow' ? [] : [prompt];
  });
}

/**
 * What hosts may not read of prompts that were imported and wait for approval: `fix_issue` and `github.fix_issue`. A name that is a
 * plain word, or that one of the `tools` has, stays in texts: there it means something else.
 */
export function withheldPromptNames(
  tools: Iterable<CatalogTool>,
  { lock, sources, approvals }: { lock: Lock; sources: readonly LoadedSource[]; approvals: ApprovalsConfig },
): string[] {
  const prompts = capturedParts(sources).filter(({ kind }) => kind === 'prompt');
  const states = partStates(prompts, lock);
  const withheld = prompts.filter((part) => {
    const state = states.get(nameOfPart(part));
    return state !== undefined && partAction(approvals, part.source, state) !== 'allow';
  });
  if (withheld.length === 0) return [];
  const known = new Set([...tools].flatMap(({ name, upstream_name, aliases }) => [name, upstream_name, ...aliases]));
  const names = withheld.flatMap(({ source, contract: { name } }) => [name, `${source}.${name}`]);
  return names.filter((name) => isIdentifier(name) && !known.has(name));
}
