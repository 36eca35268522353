import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../src-main/hosts/electron/menu-template.ts';
import { menuCommandSchema } from '../../../src-shared/contract/desktop.ts';

const rendererDir = path.resolve(import.meta.dirname, '../../../src-renderer');

/** Shortcuts of the page's commands by their id, read from where the commands are written. */
const pageShortcuts = new Map(
  readdirSync(rendererDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(rendererDir, file), 'utf8'))
    .flatMap((code) => {
      const [, prefix = ''] = /\bcommandsOf\('[^']*', '([^']*)'\)/.exec(code) ?? [];
      const whole = [...code.matchAll(/\bid: '([a-z.-]+)',[^{}]*?\bshortcut: '([^']+)'/g)];
      const made = [...code.matchAll(/\b\w+\('([a-z.-]+)', \{[^{}]*?\bshortcut: '([^']+)'/g)];
      return [
        ...whole.map(([, id = '', shortcut = '']) => [id, shortcut] as const),
        ...made.map(([, id = '', shortcut = '']) => [`${prefix}${id}`, shortcut] as const),
      ];
    }),
);

/** Keys that Electron's roles bring along. */
const keysOfRoles = ['q', 'w', 'm', 'z', 'x', 'c', 'v', 'a', '0', '+', '-', 'shift+i'].map((key) => `mod+${key}`);

const noActions = { run: () => undefined, openWorkspace: () => undefined, reload: () => undefined };

function itemsOf(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

describe('the native menu', () => {
  const items = itemsOf(menuTemplate({ isMac: false, recent: [], actions: noActions }));

  it('has every command that a menu may send, and sends it', () => {
    const sent: string[] = [];
    const actions = { ...noActions, run: (id: string) => sent.push(id) };
    for (const item of itemsOf(menuTemplate({ isMac: false, recent: [], actions }))) {
      if (menuCommandSchema.safeParse(item.id).success) Reflect.apply(item.click ?? (() => undefined), undefined, []);
    }
    expect(sent.toSorted()).toEqual(menuCommandSchema.options.toSorted());
  });

  it('has the keys of the page for the same commands, and no key that means something else there', () => {
    expect(pageShortcuts.get('palette.open')).toBe('mod+k');
    const pageKeys = new Map([...pageShortcuts].map(([id, shortcut]) => [shortcut, id]));
    const own = items.flatMap(({ id, accelerator }) =>
      typeof accelerator === 'string' ? [[id, accelerator.toLowerCase().replace('cmdorctrl', 'mod')] as const] : [],
    );
    expect(own.length).toBeGreaterThan(3);
    for (const [id, keys] of own) {
      if (pageKeys.has(keys)) expect(pageKeys.get(keys), keys).toBe(id);
      if (id !== undefined && pageShortcuts.has(id)) expect(pageShortcuts.get(id), id).toBe(keys);
    }
    // Undo means the same in both: the page takes the key while nobody writes, and leaves it to the system's item otherwise.
    expect(keysOfRoles.filter((keys) => pageKeys.has(keys)).map((keys) => pageKeys.get(keys))).toEqual(['edit.undo']);
  });

  it('shows recent workspaces, at most ten, for what they are', () => {
    const opened: string[] = [];
    const recent = Array.from({ length: 12 }, (_, i) => ({ name: `w${i}`, path: `/a & b/w${i}\u202e` }));
    const actions = { ...noActions, openWorkspace: (folder: string) => opened.push(folder) };
    const shown = itemsOf(menuTemplate({ isMac: true, recent, actions })).filter(({ id }) => id?.startsWith('recent:'));
    expect(shown).toHaveLength(10);
    expect(shown[0]?.label).toBe('w0 – /a && b/w0\ufffd');
    Reflect.apply(shown[3]?.click ?? (() => undefined), undefined, []);
    expect(opened).toEqual(['/a & b/w3\u202e']);
    expect(items.find(({ id }) => id === 'recent')).toMatchObject({ enabled: false });
  });

  it('has the app menu on a Mac only, and quits from File elsewhere', () => {
    const roles = (isMac: boolean) =>
      itemsOf(menuTemplate({ isMac, recent: [], actions: noActions })).map(({ role }) => role);
    expect(roles(true)).toContain('appMenu');
    expect(roles(true)).not.toContain('quit');
    expect(roles(false)).not.toContain('appMenu');
    expect(roles(false)).toContain('quit');
  });
});
