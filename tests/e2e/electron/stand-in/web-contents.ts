import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Session } from './chromium.ts';
import type { MessagePortMain } from './message-ports.ts';
import { binding, type FromPage, isolatedWorld, pageWorld, preloadWorld, type StandInWorld } from './page-worlds.ts';
import { PreventableEvent } from './preventable-event.ts';
import { answerScheme, fromChromium, toChromium } from './schemes.ts';

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

interface OpenDetails {
  readonly url: string;
}

/** Addresses outside of the app's own schemes that a page got as far as asking the network for. */
export const askedOfTheNetwork: string[] = [];

/** A page of Chromium with the events and methods of Electron's WebContents that Pegboard uses. */
export class WebContents extends EventEmitter {
  readonly ready: Promise<void>;
  #page!: Session;
  #targetId = '';
  #worldId: number | undefined;
  #expected: string | undefined;
  #url = '';
  #origin = '';
  #title = '';
  #crashed = false;
  #destroyed = false;
  #nextPort = 1;
  readonly #ports = new Map<number, MessagePortMain>();
  #openHandler: ((details: OpenDetails) => { action: string }) | undefined;
  readonly #onAllowed: () => void;
  readonly #toMain: (message: FromPage & { kind: 'send' }, origin: string) => void;

  constructor(options: {
    readonly browser: Promise<Session>;
    readonly preload: string | undefined;
    /** The page opens a window and main has nothing against it. */
    readonly onAllowed: () => void;
    readonly toMain: (contents: WebContents, channel: string, args: readonly unknown[], origin: string) => void;
  }) {
    super();
    this.#toMain = ({ channel, args }, origin) => options.toMain(this, channel, args, origin);
    this.#onAllowed = options.onAllowed;
    this.ready = this.#open(options.browser, options.preload);
  }

  async loadURL(url: string): Promise<void> {
    await this.ready;
    this.#expected = toChromium(url);
    const loaded = new Promise((resolve) => this.#page.once('Page.loadEventFired', resolve));
    const { errorText } = await this.#page.send('Page.navigate', { url: this.#expected });
    if (errorText) throw new Error(`${errorText} (${url})`);
    await loaded;
  }
  reload(): void {
    this.#crashed = false;
    this.#expected = toChromium(this.#url);
    this.#page.send('Page.navigate', { url: this.#expected }).catch(() => undefined);
  }
  async executeJavaScript(code: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#page.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }
  getURL = () => this.#url;
  getTitle = () => this.#title;
  isCrashed = () => this.#crashed;
  isDestroyed = () => this.#destroyed;
  forcefullyCrashRenderer(): void {
    // Never answered: the page that would answer is gone.
    this.#page.send('Page.crash').catch(() => undefined);
  }
  setWindowOpenHandler(handler: (details: OpenDetails) => { action: string }): void {
    this.#openHandler = handler;
  }
  postMessage(channel: string, message: unknown, ports: readonly MessagePortMain[] = []): void {
    const ids = ports.map((port) => {
      const id = this.#nextPort++;
      this.#ports.set(id, port);
      port.transfer({
        post: (data) => this.#inWorld('post', id, asFrame(data)),
        close: () => this.#inWorld('close', id),
      });
      return id;
    });
    this.#inWorld('deliver', channel, message ?? null, ids);
  }

  /** For the test: which paths `webUtils.getPathForFile` gives, by name. */
  async knowPaths(paths: Record<string, string>): Promise<void> {
    await this.#call(`Object.assign(standIn.paths, ${JSON.stringify(paths)})`);
  }
  async destroy(): Promise<void> {
    this.#destroyed = true;
    this.#closePorts();
    await this.ready;
    await this.#page.send('Page.close').catch(() => undefined);
  }

  async #open(started: Promise<Session>, preload: string | undefined): Promise<void> {
    const browser = await started;
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true });
    this.#targetId = targetId;
    const page = await browser.attach(targetId);
    this.#page = page;
    page.on('Fetch.requestPaused', (paused: PausedRequest) => void this.#answer(paused));
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === binding && executionContextId === this.#worldId) this.#receive(JSON.parse(payload));
    });
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== preloadWorld || context.auxData.frameId !== this.#targetId) return;
      this.#closePorts();
      this.#worldId = context.id;
      this.#origin = context.origin;
    });
    page.on('Inspector.targetCrashed', () => {
      this.#crashed = true;
      this.#closePorts();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#url = fromChromium(frame.url);
    });
    page.on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    // Chromium has opened it by now; the test closes it. What is shown here is what main answers.
    page.on('Page.windowOpen', ({ url }) => {
      if (this.#openHandler?.({ url: fromChromium(url) }).action !== 'deny') this.#onAllowed();
    });
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Inspector.enable'),
      page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      page.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld }),
    ]);
    if (preload === undefined) return;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageWorld})()` });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: preloadWorld,
      source: `if (window.top === window) {
        const require = (${isolatedWorld})(globalThis.${binding});
        ((require, module, exports) => {${readFileSync(preload, 'utf8')}\n})(require, { exports: {} }, {});
      }`,
    });
  }

  #receive(message: FromPage): void {
    if (message.kind === 'send') {
      this.#toMain(message, fromChromium(this.#origin));
      return;
    }
    if (message.kind === 'title') {
      this.#title = message.title;
      this.emit('page-title-updated', new PreventableEvent(), message.title, true);
      return;
    }
    const { id, text, bytes } = message;
    this.#ports.get(id)?.postMessage(text ?? (bytes === undefined ? {} : Buffer.from(bytes, 'base64')));
  }
  #closePorts(): void {
    this.#worldId = undefined;
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }
  #inWorld<Name extends 'deliver' | 'post' | 'close'>(name: Name, ...args: Parameters<StandInWorld[Name]>): void {
    // A page that is gone hears nothing, as with the real one.
    this.#call(`standIn.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`).catch(() => undefined);
  }
  #call(expression: string): Promise<unknown> {
    if (this.#worldId === undefined) return Promise.reject(new Error('There is no page.'));
    return this.#page.send('Runtime.evaluate', { expression, contextId: this.#worldId });
  }

  /** Every request of the page comes here: navigations are offered to main, its schemes answer, the rest stays inside. */
  async #answer({ requestId, frameId, resourceType, request }: PausedRequest): Promise<void> {
    const url = fromChromium(request.url);
    const refuse = (errorReason: 'Aborted' | 'NameNotResolved') =>
      this.#page.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined);
    if (resourceType === 'Document' && request.url !== this.#expected) {
      const isMainFrame = frameId === this.#targetId;
      const event = new PreventableEvent({ url, isMainFrame, isSameDocument: false });
      if (isMainFrame) this.emit('will-navigate', event, url);
      this.emit('will-frame-navigate', event);
      if (event.defaultPrevented) return void refuse('Aborted');
    }
    this.#expected = undefined;
    const { method, headers, postData } = request;
    const answer = await answerScheme(url, { method, headers, body: method === 'GET' ? undefined : postData });
    if (!answer) {
      askedOfTheNetwork.push(url);
      return void refuse('NameNotResolved');
    }
    await this.#page
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      })
      .catch(() => undefined);
  }
}

function asFrame(data: unknown): { text?: string; bytes?: string } {
  return typeof data === 'string' ? { text: data } : { bytes: Buffer.from(data as Uint8Array).toString('base64') };
}
