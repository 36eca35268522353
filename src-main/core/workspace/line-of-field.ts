import { isMap, isNode, isSeq } from 'yaml';
import type { WorkspaceFile } from './workspace-file.ts';

/** Line of a field in `pegboard.yaml`, from 1; null when the file does not say it, so that its default holds. */
export function lineOfField(
  { document, text }: Pick<WorkspaceFile, 'document' | 'text'>,
  path: readonly (string | number)[],
): number | null {
  const key = path.at(-1);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const node = isMap(parent)
    ? parent.items.find((item) => isNode(item.key) && String(item.key) === String(key))?.key
    : isSeq(parent) && typeof key === 'number'
      ? parent.items[key]
      : undefined;
  return isNode(node) && node.range ? text.slice(0, node.range[0]).split('\n').length : null;
}
