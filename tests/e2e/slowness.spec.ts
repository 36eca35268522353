import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { type ScreenAddress, screenAddresses } from '#shared/screen-address.ts';
import { everySecondOf } from '../support/depth.ts';
import { followTraffic, randomLateness, type Traffic } from './answer-late.ts';
import { type App, expect, test } from './app.ts';
import { pressTogether } from './press-together.ts';

/** Each screen that has keys of its own, with what is pressed or opened first, in peace, so that its commands have something to act on. */
const screens: Readonly<Record<Exclude<ScreenAddress, 'home'>, readonly string[]>> = {
  search: [],
  tools: ['Home'],
  tuner: ['r', 'Home'],
  use: [],
  sources: [],
  tests: [],
  experiments: [],
  compare: [],
  skills: [],
  runs: ['Control+Enter', 'ArrowRight'],
  history: ['#/runs', 'Control+Enter', '#/history', 'Home'],
  prompt: [],
  requests: [],
  hosts: [],
  costs: [],
  export: [],
  health: [],
  gateway: [],
  team: [],
  settings: [],
};

/** Folders of the user with what runs left behind. */
const records = ['runs', 'evaluation-runs', 'experiments'];

/** What the core tells the page of files that changed. */
const watchers: readonly (readonly [RegExp, string])[] = [
  [/^(pegboard\.yaml$|sources\/)/, 'workspace/watch'],
  [/^evals\//, 'evaluation/watch'],
  [/^packs\//, 'skills/watch'],
  [/^(scenarios\/.*\.scenario|tasks\/.*\.(task|world))\.yaml$/, 'scenarios/watch'],
];

/**
 * Keys that begin or stop what takes long: what they do, and what is left to stop, depends on when they come. The search for confusable
 * tools has tests of its own in `compare.spec.ts` and `curate.spec.ts`.
 */
const dependsOnTime = ({ id }: Act) => /\.(cancel|stop)|^catalog\.confusable$/.test(id);

interface Act {
  readonly id: string;
  readonly key: string;
}

test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } });

for (const [index, [screen, first]] of Object.entries(screens).entries()) {
  test(`${screen}: keys within one frame, answered late, do what they do when pressed in peace`, async ({ app }) => {
    // Some hundred keys: quick each, but many on a machine that has other work.
    test.slow();
    const { page } = app;
    const walk = new Walk({ app, screen, first, traffic: await followTraffic(page) });
    await walk.begin();
    const acts = await walk.acts();
    expect(acts.length).toBeGreaterThan(1);
    // Each act twice, and the next one: every act and every two that are neighbours come within one frame. Without each second case,
    // every act still does, alone or behind its neighbour.
    const seeds = 1000 * (index + 1);
    const all = acts.map((act, i) => ({ seed: seeds + i, pressed: [act, act, ...acts.slice(i + 1, i + 2)] }));
    const cases = everySecondOf(all);
    const inPeace: Shown[] = [];
    for (const { pressed } of cases) inPeace.push(await walk.press(pressed.map((act) => [act])));
    await walk.begin();
    for (const [at, { seed, pressed }] of cases.entries()) {
      const fast = await walk.press([pressed], randomLateness(seed));
      expect.soft(fast, pressed.map(({ id, key }) => `${id} (${key})`).join(', then ')).toEqual(inPeace[at]);
    }
  });
}

/** What two ways of pressing the same keys must agree in. */
interface Shown {
  readonly files: readonly string[];
  /** Of the address: the subject follows the selection with a pause. */
  readonly screen: string;
  readonly dialogs: readonly string[];
  readonly chosen: readonly string[];
  readonly errors: readonly string[];
}

/** Where is pressed, and what is pressed first. */
interface Place {
  readonly app: App;
  readonly screen: string;
  readonly first: readonly string[];
  readonly traffic: Traffic;
}

/** One screen of one workspace, from the same start again and again. */
class Walk {
  readonly #app: App;
  readonly #screen: string;
  readonly #first: readonly string[];
  readonly #traffic: Traffic;
  readonly #saved: string;
  readonly #files: ReadonlyMap<string, string>;
  readonly #loading = new Set<Request>();
  /** The revision of the workspace with its files as they were. */
  #revision: string | null = null;
  /** What the page kept of its own before anything was pressed. */
  #storage: readonly Record<string, string>[] | undefined;

  constructor({ app, screen, first, traffic }: Place) {
    this.#app = app;
    this.#screen = screen;
    this.#first = first;
    this.#traffic = traffic;
    this.#saved = join(app.folder, 'saved');
    cpSync(app.workspace, this.#saved, { recursive: true, filter: (path) => !path.includes('/.pegboard') });
    this.#files = filesOf(app.workspace);
    // A screen that is shown first is still to be loaded.
    app.page.on('request', (request) => this.#loading.add(request));
    for (const end of ['requestfinished', 'requestfailed'] as const)
      app.page.on(end as 'requestfinished', (request) => this.#loading.delete(request));
  }

  /** Loads the page anew with the workspace as it was, and waits until the screen rests. */
  async begin(): Promise<void> {
    const { page } = this.#app;
    this.#restore();
    for (const kept of records) rmSync(join(this.#app.folder, 'home', kept), { recursive: true, force: true });
    this.#storage ??= await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]);
    await page.evaluate(
      ({ stored, screen }) => {
        for (const [at, storage] of [localStorage, sessionStorage].entries()) {
          storage.clear();
          for (const [key, value] of Object.entries(stored[at] ?? {})) storage.setItem(key, value);
        }
        history.replaceState(null, '', `#/${screen}`);
      },
      { stored: this.#storage, screen: this.#screen },
    );
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await this.#goTo(this.#screen);
    for (const key of this.#first) {
      if (key.startsWith('#/')) await this.#goTo(key.slice(2));
      else await pressTogether(page, [key]);
      await this.#rest();
    }
    await this.#goTo(this.#screen);
    this.#revision ??= this.#traffic.revision();
  }

  /** The keys of the screen, as its help lists them: of commands that no other screen has, and that begin or stop nothing long. */
  async acts(): Promise<readonly Act[]> {
    const own = await this.#listed();
    // The three screens about money and limits share keys.
    await this.#goTo(['costs', 'requests', 'hosts'].includes(this.#screen) ? 'settings' : 'costs');
    const others = new Set((await this.#listed()).map(({ id }) => id));
    await this.#goTo(this.#screen);
    return own.filter((act) => !others.has(act.id) && !dependsOnTime(act));
  }

  async #listed(): Promise<readonly Act[]> {
    const { page } = this.#app;
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('?');
    await expect(page.getByTestId('help')).toBeVisible();
    const rows = await page
      .locator('[data-command]')
      .evaluateAll((all) => all.map((row) => ({ ...(row as HTMLElement).dataset })));
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('help')).toBeHidden();
    return rows.map(({ command = '', shortcut = '' }) => ({ id: command, key: pressable(shortcut) }));
  }

  /**
   * Presses acts, those of one list within one frame, and says what came of it; then goes back to where it began. `lateness` says how
   * late answers come; they come at once without.
   */
  async press(together: readonly (readonly Act[])[], lateness?: () => number): Promise<Shown> {
    const { page } = this.#app;
    this.#traffic.lateness = lateness ?? (() => 0);
    this.#traffic.isHeld = lateness !== undefined;
    for (const acts of together) {
      await pressTogether(
        page,
        acts.map(({ key }) => key),
      );
      await this.#rest();
    }
    this.#traffic.isHeld = false;
    this.#traffic.lateness = () => 0;
    const shown = await this.#shown();
    await this.#goBack();
    return shown;
  }

  async #shown(): Promise<Shown> {
    const { page, workspace } = this.#app;
    const seen = await page.evaluate(() => {
      const labelOf = (element: Element) =>
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        (element.textContent || element.id);
      const words = (element: Element) => `${element.tagName} ${labelOf(element).slice(0, 80)}`;
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      const marked =
        '[aria-selected=true], [aria-pressed=true], [aria-checked=true], [aria-current]:not([aria-current=false]), input:checked';
      return {
        screen: location.hash.split('/')[1] ?? '',
        dialogs: all('[role=dialog][aria-modal]').map((dialog) => dialog.querySelector('h2')?.textContent ?? ''),
        chosen: [
          ...all(marked).map(words),
          ...all('main :is(input:not([type=checkbox], [type=radio]), textarea):not(.monaco-editor *)').map(
            (field) => `${words(field)}: ${(field as HTMLInputElement).value}`,
          ),
        ],
        errors: all('[data-testid=error-notices] li').map((notice) => notice.textContent ?? ''),
      };
    });
    const now = filesOf(workspace);
    const files = [...new Set([...now.keys(), ...this.#files.keys()])].filter(
      (path) => now.get(path) !== this.#files.get(path),
    );
    return { ...seen, files: files.sort().map((path) => `${path}\n${now.get(path) ?? 'gone'}`) };
  }

  async #goBack(): Promise<void> {
    const { page } = this.#app;
    while ((await page.locator('[role=dialog][aria-modal]').count()) > 0) {
      await page.keyboard.press('Escape');
      await this.#rest();
    }
    await this.#restoreAndTell();
    await page.evaluate(() => {
      for (const close of document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')) close.click();
    });
    await this.#goTo(this.#screen);
  }

  /** Shows a screen, with the focus in its list. */
  async #goTo(screen: string): Promise<void> {
    const { page } = this.#app;
    await page.evaluate((to) => {
      if (location.hash !== `#/${to}`) {
        history.pushState(null, '', `#/${to}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }
      (document.activeElement as HTMLElement | null)?.blur();
    }, screen);
    await this.#rest();
    await page.evaluate(() => {
      const marked = document.querySelector<HTMLElement>('main [data-screen-focus]');
      const list = marked?.matches('[tabindex="0"]') ? marked : marked?.querySelector<HTMLElement>('[tabindex="0"]');
      list?.focus({ preventScroll: true });
    });
  }

  /** Puts the files back that are another by now. Returns their paths. */
  #restore(): readonly string[] {
    const { workspace } = this.#app;
    const now = filesOf(workspace);
    const changed = [...this.#files].filter(([path, text]) => now.get(path) !== text).map(([path]) => path);
    const added = [...now.keys()].filter((path) => !this.#files.has(path));
    for (const path of added) rmSync(join(workspace, path));
    for (const path of changed) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), readFileSync(join(this.#saved, path)));
    }
    return [...added, ...changed];
  }

  /**
   * Puts the files back, and waits until the core told the page of each that it watches. Of the workspace it tells more than once, the
   * last time when its index is made: the page must know the state with these files, and not just have heard something.
   */
  async #restoreAndTell(): Promise<void> {
    const counts = watchers.map(([, watched]) => this.#traffic.told(watched));
    const paths = this.#restore();
    for (const [at, [pattern, watched]] of watchers.entries()) {
      if (!paths.some((path) => pattern.test(path)) || !this.#traffic.isWatched(watched)) continue;
      if (watched === 'workspace/watch') {
        await expect.poll(() => this.#traffic.revision(), { message: `${watched}: ${paths}` }).toBe(this.#revision);
        continue;
      }
      const before = counts[at] ?? 0;
      await expect.poll(() => this.#traffic.told(watched), { message: `${watched}: ${paths}` }).toBeGreaterThan(before);
    }
    await this.#rest();
  }

  /** Waits until no call is open and everything is drawn, twice in a row; held messages come on the way. */
  async #rest(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      const before = this.#traffic.delivered();
      await drawn(this.#app.page);
      const wasDelivered = this.#traffic.deliverNext() || this.#traffic.delivered() !== before;
      const isQuiet = this.#loading.size === 0 && this.#traffic.open.size === 0 && !wasDelivered;
      quiet = isQuiet ? quiet + 1 : 0;
      if (!isQuiet && !wasDelivered) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Two frames: what a key began in the first is drawn after the second. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Every file of a workspace that people write, by its path. */
function filesOf(root: string): ReadonlyMap<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/(^|\/)\.|\.db/.test(path) && statSync(join(root, path)).isFile(),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const names: Readonly<Record<string, string>> = {
  enter: 'Enter',
  delete: 'Delete',
  home: 'Home',
  end: 'End',
  escape: 'Escape',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** A shortcut of a command as it is pressed: `mod+enter` is `Control+Enter`. */
function pressable(shortcut: string): string {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const isShift = parts.includes('shift');
  const held = parts.slice(0, -1).map((part) => ({ mod: 'Control', alt: 'Alt', shift: 'Shift' })[part] ?? part);
  return [...held, names[key] ?? (isShift ? key.toUpperCase() : key)].join('+');
}

test('every screen with keys of its own is pressed', () => {
  expect(['home', ...Object.keys(screens)].sort()).toEqual([...screenAddresses].sort());
});
