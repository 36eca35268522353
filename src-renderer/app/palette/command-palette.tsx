import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { toolSubject } from '../../features/catalog/catalog-store.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { openPath } from '../../state/open-workspace.ts';
import { strings } from '../../strings/app.ts';
import { cutText, excerptOf } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ShortcutKeys } from '../commands/shortcut-keys.tsx';
import styles from './command-palette.module.css';
import { matchPalette } from './match-palette.ts';
import { palette, paletteStore } from './palette-store.ts';
import { openRunFile, type RunFileEntry, useRunFiles } from './run-files.ts';

/** The palette does not offer itself. */
const openPaletteId = 'palette.open';

const shownCommands = 12;
const shownTools = 20;
const shownRuns = 12;

/** Height of the list in pixels: about twelve rows. */
const listHeight = 420;

/**
 * Every command, every tool, and every scenario and task, by the keyboard. Filters by itself and shows a few: the catalog may hold 10,000 tools. The
 * list always stands for the text in the box, so that a quick Enter never runs a row of an earlier text.
 */
export function CommandPalette({ commands }: { commands: readonly Command[] }) {
  const { opened, query, selected } = useSpotlight(paletteStore);
  const list = useRef<HTMLDivElement>(null);
  const search = useFocusGivenBack(opened);

  const catalog = useCatalogList({ isEnabled: opened });
  const toolEntries = useMemo(
    () => (catalog.data ?? []).map((tool) => ({ tool, text: `${tool.name} ${tool.title ?? ''}`.toLowerCase() })),
    [catalog.data],
  );
  const commandEntries = useMemo(
    () =>
      (opened ? commands.filter(({ id, when }) => id !== openPaletteId && (when?.() ?? true)) : []).map((command) => ({
        command,
        text: `${command.title} ${command.group} ${command.words ?? ''}`.toLowerCase(),
      })),
    [opened, commands],
  );
  const matchingCommands = matchPalette(commandEntries, query, query.trim() === '' ? 50 : shownCommands);
  const matchingTools = useMemo(
    () => (query.trim() === '' ? [] : matchPalette(toolEntries, query, shownTools)),
    [toolEntries, query],
  );
  const runFiles = useRunFiles(opened);
  const matchingRuns = useMemo(
    () => (query.trim() === '' ? [] : matchPalette(runFiles, query, shownRuns)),
    [runFiles, query],
  );
  const count = matchingCommands.length + matchingTools.length + matchingRuns.length;

  // Spotlight selects by moving an attribute itself. After every change of the list the first result is the one that Enter
  // runs, and no row that moved keeps the attribute.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query or list selects anew
  useLayoutEffect(() => {
    if (opened) paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [opened, query, count]);
  useLayoutEffect(() => {
    list.current?.querySelectorAll('[data-action]').forEach((action, index) => {
      action.toggleAttribute('data-selected', index === selected);
    });
  });

  return (
    <Spotlight.Root
      store={paletteStore}
      shortcut={null}
      returnFocus={false}
      size={620}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': strings.commandPalette.commandPalette } }}
    >
      <Spotlight.Search
        ref={search}
        size="md"
        placeholder={strings.commandPalette.searchToolsCommands}
        aria-label={strings.commandPalette.searchToolsAndCommands}
        leftSection={<IconSearch size={16} />}
        styles={{ input: { height: 44 } }}
      />
      <Spotlight.ActionsList ref={list} className="line-above" mah={listHeight}>
        {matchingCommands.length > 0 && (
          <Spotlight.ActionsGroup label={strings.commandPalette.commands}>
            {matchingCommands.map(({ command }) => (
              <Spotlight.Action
                key={command.id}
                className={`${styles.action} row gap-8`}
                onClick={() => afterClosing(command.run)}
              >
                <span className="grows">{command.title}</span>
                {command.shortcut !== undefined && <ShortcutKeys shortcut={command.shortcut} />}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {matchingTools.length > 0 && (
          <Spotlight.ActionsGroup label={strings.commandPalette.tools}>
            {matchingTools.map(({ tool }) => (
              <Spotlight.Action
                key={tool.name}
                className={`${styles.action} row gap-8`}
                onClick={() => {
                  const path = openPath();
                  if (path !== null) toolSubject.show(path, tool.name);
                  useNavigation.getState().goTo('catalog');
                }}
              >
                <ModeMark mode={tool.mode} />
                <span className={`${styles.name} cut keeps`}>
                  <ToolName name={tool.name} />
                </span>
                <span className="grows narrow dim cut">
                  <VisibleText text={excerptOf(tool.description, [], 160).text} />
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        <RunFileRows entries={matchingRuns} />
        {count === 0 && (
          <Spotlight.Empty>
            {catalog.isFetching
              ? strings.commandPalette.loadingCatalog
              : strings.commandPalette.noToolOrCommand(visibleString(cutText(query, 200)))}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** The scenarios, tasks and worlds that the palette offers. */
function RunFileRows({ entries }: { entries: readonly RunFileEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={strings.commandPalette.scenariosAndTasks}>
      {entries.map((entry) => (
        <Spotlight.Action
          key={entry.file.path}
          className={`${styles.action} row gap-8`}
          data-run-file={entry.file.path}
          onClick={() => openRunFile(entry)}
        >
          <span className={`${styles.name} cut keeps`}>
            <VisibleText text={entry.file.name ?? entry.file.path} lines={false} />
          </span>
          <span className="grows narrow dim cut">
            <VisibleText text={entry.file.path} lines={false} />
          </span>
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
}

/**
 * Keys that are typed right after the shortcut belong to the palette; its own focus trap would come a moment later. The library
 * gives the focus back to where it finds it, and that would be the box itself. Gives the ref of the box.
 */
function useFocusGivenBack(opened: boolean): (input: HTMLInputElement | null) => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { current } = before;
    if (opened || !(current instanceof HTMLElement)) return;
    before.current = null;
    // What was chosen may have put the focus somewhere.
    if (document.activeElement === document.body) current.focus({ preventScroll: true });
  }, [opened]);
  return useCallback((input) => {
    if (!input) return;
    before.current = document.activeElement;
    input.focus({ preventScroll: true });
  }, []);
}

/** A command may open a dialog, which has to find the focus already given back. */
function afterClosing(run: () => void): void {
  palette.close();
  setTimeout(run);
}
