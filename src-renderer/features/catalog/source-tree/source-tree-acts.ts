import { screenActs } from '../../../platform/screen-acts.ts';
import { sourcesQuery } from '../../../platform/source-watch.ts';
import { settled } from '../../../platform/this-window.ts';
import { toolTokensNow } from '../../../platform/tool-tokens.ts';
import { showSource } from '../../../state/sources-view.ts';
import { isTreeKey, type TreeKey, treeStep } from '../../../state/tree-keys.ts';
import { isTyped, typedIndex, typedText } from '../../../state/type-ahead.ts';
import { useSourceJobs } from '../../sources/source-jobs.ts';
import { shownRows, sourceActs } from '../../sources/sources-model.ts';
import { catalogActs, type Ready } from '../catalog-acts.ts';
import { focusPlace } from '../catalog-places.ts';
import { useCatalogStore } from '../catalog-store.ts';
import { openSourceMenu } from './source-menu-store.ts';
import { chooseNode, nodeAt, type SourceNode, sourceNodes } from './source-nodes.ts';

const { change } = useCatalogStore.getState();
const collect = typedText(() => performance.now());

/** What the catalog shows, once the sources are known too: they order the lines. */
const treeActs = screenActs('catalog', () => {
  const ready = catalogActs.now();
  const sources = settled(sourcesQuery);
  return ready && sources ? { ...ready, sources: sources.data ?? [] } : null;
});
type TreeReady = NonNullable<ReturnType<typeof treeActs.now>>;

/** The lines of the tree as the stores have them now. */
function nodesOf({ path, at, rows, facets, view, sources }: TreeReady): readonly SourceNode[] {
  return sourceNodes({
    rows,
    tokens: toolTokensNow(at),
    sources: shownRows({ sources, jobs: useSourceJobs.getState().jobs, path }),
    counts: facets.source,
    turned: view.turned,
  });
}

const isMenuKey = ({ key, isShift }: TreeKey) => key === 'ContextMenu' || (key === 'F10' && isShift === true);

/** What a key does in the tree; whether it is one of the tree. */
export function pressInSourceTree(pressed: TreeKey): boolean {
  const { key } = pressed;
  if (key === 'Escape' || key === 'Enter') focusPlace('table');
  else if (isTyped(key) && pressed.isShift !== true) {
    const typed = collect(key);
    treeActs.do((ready) => goToTyped(ready, typed));
  } else if (isTreeKey(key) || [' ', 'Delete', 'F2'].includes(key) || isMenuKey(pressed))
    treeActs.do((ready) => press(ready, pressed));
  else return false;
  return true;
}

function goToTyped(ready: TreeReady, typed: string): void {
  const nodes = nodesOf(ready);
  const names = nodes.map(({ title }) => title);
  const node = nodes[typedIndex(names, nodeAt(nodes, ready.view), typed) ?? -1];
  if (node) choose(ready, node, 'only');
}

function press(ready: TreeReady, { key, page, isShift = false }: TreeKey): unknown {
  const nodes = nodesOf(ready);
  const at = nodeAt(nodes, ready.view);
  const step = treeStep({ rows: nodes, at, describe: (node) => node }, { key, page });
  if (step?.type === 'move') return choose(ready, step.row, isShift ? 'add' : 'only');
  if (step) return turn(ready, step.row);
  const node = nodes[at];
  if (node === undefined) return undefined;
  if (key === ' ') return choose(ready, node, 'toggle');
  if (node.row === null) return undefined;
  if (key === 'Delete') return sourceActs.remove.run(node.row.key);
  if (key === 'F2') return sourceActs.rename.run(node.row.key);
  return openSourceMenu({ key: node.key, at });
}

function choose({ path, view }: Pick<Ready, 'path' | 'view'>, node: SourceNode, how: 'only' | 'add' | 'toggle'): void {
  change(path, { node: node.key, chosen: chooseNode(view.chosen, node, how) });
}

function turn({ path, view: { turned } }: Pick<Ready, 'path' | 'view'>, { key }: SourceNode): void {
  change(path, { turned: turned.includes(key) ? turned.filter((one) => one !== key) : [...turned, key] });
}

/** A click on a line: shows its tools, with Ctrl as well as the others; on its chevron, opens or closes it. */
export const clickNode = (node: SourceNode, on: 'row' | 'chevron', isMod: boolean): void =>
  catalogActs.do((ready) =>
    on === 'chevron' && node.open !== null ? turn(ready, node) : choose(ready, node, isMod ? 'toggle' : 'only'),
  );

/** Shows a source with everything about it. */
export const goToSource = (key: string): void => catalogActs.do(({ path }) => showSource(path, key));
