import { Menu } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { strings } from '../../../strings/catalog.ts';
import { rowHeight } from '../../../ui/virtual-rows.ts';
import { openImport } from '../../import/import-store.ts';
import { rowStates, type SourceRow } from '../../sources/source-rows.ts';
import { SourceStateMark } from '../../sources/source-state-mark.tsx';
import { sourceActs as acts } from '../../sources/sources-model.ts';
import { focusPlace, places } from '../catalog-places.ts';
import { closeSourceMenu } from './source-menu-store.ts';
import styles from './source-tree.module.css';
import { goToSource } from './source-tree-acts.ts';

interface MenuAct {
  readonly title: string;
  /** The key that does it while the menu is open: the same as on the Sources screen. */
  readonly key: string;
  run(): void;
}

/** Everything that can be done to a source now. */
function actsOf(row: SourceRow): readonly MenuAct[] {
  const { key, source } = row;
  if (source === null) return [];
  const act = (title: string, letter: string, { fits, run }: typeof acts.stop): readonly MenuAct[] =>
    fits(row) ? [{ title, key: letter, run: () => run(key) }] : [];
  return [
    ...act(strings.sourceTree.signIn, 'L', acts.signIn),
    ...act(
      source.state === 'running' ? strings.sourceTree.importAgain : strings.sourceTree.startImport,
      'I',
      acts.importAgain,
    ),
    ...(source.kind === 'file'
      ? [{ title: strings.sourceTree.importNewList, key: 'I', run: () => openImport(source.name) }]
      : []),
    ...act(strings.sourceTree.stop, 'S', acts.stop),
    ...act(strings.sourceTree.editConnection, 'M', acts.editConnection),
    ...act(strings.sourceTree.rename, 'R', acts.rename),
    ...act(source.enabled ? strings.sourceTree.disable : strings.sourceTree.enable, 'E', acts.toggle),
    ...act(strings.sourceTree.signOut, 'Q', acts.signOut),
    ...act(strings.sourceTree.remove, 'Delete', acts.remove),
    { title: strings.sourceTree.details, key: 'D', run: () => goToSource(key) },
  ];
}

/** The menu of a source in the tree. Each action shows its key. */
export function SourceMenu({ row, line: index }: { row: SourceRow; line: number }) {
  const line = document.getElementById(`${places.sources}-${index}`);
  const scroller = line?.offsetParent?.parentElement;
  const top = line && scroller ? (index + 1) * rowHeight - scroller.scrollTop : 0;
  const all = actsOf(row);
  const close = () => {
    closeSourceMenu();
    focusPlace('sources');
  };
  const run = (one: MenuAct) => {
    close();
    one.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const pressed = all.find(({ key }) => key.toLowerCase() === event.key.toLowerCase());
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    run(pressed);
  };
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      width={230}
      closeOnItemClick={false}
      returnFocus={false}
      // The key that opens it is still on its way to the document.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.menuAnchor}
          style={{ top }}
          tabIndex={-1}
          aria-label={strings.sourceTree.menuOf(row.source?.name ?? '')}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={strings.sourceTree.menuOf(row.source?.name ?? '')} onKeyDown={onKeyDown}>
        <Menu.Label>
          <span className={styles.menuStates}>
            {rowStates(row).map((state) => (
              <SourceStateMark key={state.word} state={state} />
            ))}
          </span>
        </Menu.Label>
        {all.map((one, at) => (
          <Menu.Item
            key={one.title}
            data-autofocus={at === 0 || undefined}
            rightSection={<kbd className={styles.menuKey}>{one.key}</kbd>}
            onClick={() => run(one)}
          >
            {one.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
