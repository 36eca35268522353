import { protocol } from 'electron';
import { readRendererFile, securityHeaders } from '../renderer-files.ts';

const scheme = 'app';
const host = 'pegboard';

/** The one origin whose pages are ours. */
export const appOrigin = `${scheme}://${host}`;

/** The one page. */
export const appUrl = `${appOrigin}/index.html`;

/** Makes `app:` a scheme with origins like https; must run before the app is ready. It never bypasses the CSP. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built renderer at `app://pegboard/`, with the CSP and nothing from outside of the folder. */
export function serveAppScheme(rendererDir: string): void {
  protocol.handle(scheme, (request) => answer(request, rendererDir));
}

function answer(request: Request, rendererDir: string): Response {
  const url = URL.parse(request.url);
  const isOurs = url?.host === host && request.method === 'GET';
  const file = isOurs ? readRendererFile(rendererDir, url.pathname) : null;
  return file
    ? new Response(file.body, { headers: file.headers })
    : new Response('Not found.', { status: 404, headers: { ...securityHeaders, 'content-type': 'text/plain' } });
}
