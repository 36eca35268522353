import path from 'node:path';
import { app, Menu } from 'electron';
import type { Services } from '#core/services.ts';
import { type MenuActions, menuTemplate, type Place } from './menu-template.ts';

/** Keeps every place where the system shows recent workspaces current, for as long as the app runs. */
export async function followRecent(services: Services, actions: MenuActions): Promise<void> {
  let shown: string | undefined;
  for await (const workspace of services.workspace.watch()) {
    if (workspace === null || workspace.path === shown) continue;
    shown = workspace.path;
    // The one that was just opened may not be in the list yet.
    const others = (await services.workspace.recent()).filter((each) => each.path !== shown);
    const recent = workspace.is_demo ? others : [workspace, ...others];
    setMenu(recent, actions);
    if (process.platform === 'win32')
      app.setJumpList([{ type: 'custom', name: 'Workspaces', items: jumpItems(recent) }]);
    if (!workspace.is_demo) app.addRecentDocument(path.join(workspace.path, 'pegboard.yaml'));
  }
}

/** Sets the native menu. */
export function setMenu(recent: readonly Place[], actions: MenuActions): void {
  const template = menuTemplate({ isMac: process.platform === 'darwin', recent, actions });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** The jump list starts this program again, which hands the workspace to the one that runs. */
function jumpItems(recent: readonly Place[]) {
  const appFolder = app.isPackaged ? '' : `"${app.getAppPath()}" `;
  return recent.slice(0, 10).map(({ name, path: folder }) => ({
    type: 'task' as const,
    title: name,
    description: folder,
    program: process.execPath,
    args: `${appFolder}"--workspace=${folder}"`,
    iconPath: process.execPath,
    iconIndex: 0,
  }));
}
