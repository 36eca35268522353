import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** What the page may load and run; the same for `app://` and for a browser. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Headers of every answer, whatever it carries. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface RendererFile {
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The file of the built renderer that a URL's path names, with its headers; `/` is `index.html`. Null when there is none:
 * a path that leads outside of the folder, encoded or through a symbolic link, is answered like one that does not exist.
 *
 * It reads at once: a load is short, and each wait for the disk would let work on a large catalog go before the page.
 */
export function readRendererFile(rendererDir: string, urlPath: string): RendererFile | null {
  try {
    const root = realpathSync(rendererDir);
    const wanted = path.resolve(root, `.${decodeURIComponent(urlPath === '/' ? '/index.html' : urlPath)}`);
    // Checked before the disk is touched, and again for where links lead.
    if (!isInside(root, wanted)) return null;
    const file = realpathSync(wanted);
    if (!isInside(root, file)) return null;
    return { body: readFileSync(file), headers: headersOf(path.relative(root, file)) };
  } catch {
    return null;
  }
}

function isInside(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

function headersOf(relativePath: string): Record<string, string> {
  const hashed = relativePath.startsWith(`assets${path.sep}`);
  return {
    ...securityHeaders,
    'content-type': contentTypes[path.extname(relativePath).toLowerCase()] ?? 'application/octet-stream',
    // Vite puts a hash of the content into the name of every asset: such a file never changes.
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
