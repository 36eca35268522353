import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '#shared/contract/desktop.ts';
import type { RecentWorkspace } from '#shared/domain/workspace-summary.ts';

/** A workspace in a menu. */
export type Place = Pick<RecentWorkspace, 'name' | 'path'>;

/** Entries of "Open Recent". */
const mostRecent = 10;

export interface MenuActions {
  /** Has the page run a command of its own. */
  run(command: MenuCommand): void;
  openWorkspace(folder: string): void;
  reload(): void;
}

interface MenuState {
  readonly isMac: boolean;
  /** Most recent first. */
  readonly recent: readonly Place[];
  readonly actions: MenuActions;
}

/**
 * The native menu: the system's items by role, and what of the app's commands belongs into a menu. A shortcut here is the
 * same as in the page's keymap; the page sees the key first.
 */
export function menuTemplate({ isMac, recent, actions }: MenuState): MenuItemConstructorOptions[] {
  const command = (id: MenuCommand, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => actions.run(id),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: 'File',
      submenu: [
        command('workspace.new', 'New Workspace…'),
        command('workspace.open', 'Open Workspace…', 'CmdOrCtrl+O'),
        {
          id: 'recent',
          label: 'Open Recent',
          enabled: recent.length > 0,
          submenu: recent.slice(0, mostRecent).map(({ name, path }) => ({
            id: `recent:${path}`,
            label: menuText(`${name} – ${path}`),
            click: () => actions.openWorkspace(path),
          })),
        },
        command('workspace.demo', 'Open the Demo'),
        separator,
        command('tools.import', 'Import Tools…', 'CmdOrCtrl+I'),
        separator,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        command('palette.open', 'Command Palette', 'CmdOrCtrl+K'),
        separator,
        { id: 'reload', label: 'Reload', accelerator: 'CmdOrCtrl+R', click: actions.reload },
        { role: 'toggleDevTools' },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [command('help.show', 'Help and Shortcuts'), separator, { role: 'about' }] },
  ];
}

/** A single `&` marks a key in a menu; names of folders may hold one, and characters that draw over others. */
function menuText(text: string): string {
  return text.replaceAll('&', '&&').replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}
