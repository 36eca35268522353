/** Chromium knows no schemes of ours, so `app://pegboard` is `https://pegboard.app.stand-in` to it, and never leaves this process. */

type SchemeHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, SchemeHandler>();
const suffix = '.stand-in';

export function handleScheme(scheme: string, handler: SchemeHandler): void {
  handlers.set(scheme, handler);
}

/** `app://pegboard/x` as Chromium sees it. Other addresses stay as they are. */
export function toChromium(url: string): string {
  const [, scheme, host, rest] = /^([a-z]+):\/\/([^/]*)(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `https://${host}.${scheme}${suffix}${rest}` : url;
}

/** The other way: what Electron would say for an address or an origin of Chromium. */
export function fromChromium(url: string): string {
  const [, host, scheme, rest] = /^https:\/\/([^/]+)\.([a-z]+)\.stand-in(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `${scheme}://${host}${rest}` : url;
}

/** Main's own answer to a request, or null when no scheme of ours is asked. */
export function answerScheme(url: string, init?: RequestInit): Promise<Response> | null {
  const handler = handlers.get(url.slice(0, url.indexOf(':')));
  return handler ? Promise.resolve(handler(new Request(url, init))) : null;
}
