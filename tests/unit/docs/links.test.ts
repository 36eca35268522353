import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingSlug } from '../../../docs/scripts/heading-slug.ts';

const root = resolve(import.meta.dirname, '../../..');
const paths = ['README.md', 'CONTRIBUTING.md'];
for await (const path of glob('docs/**/*.md', { cwd: root })) paths.push(path.replaceAll('\\', '/'));

/** A page without its code, in which nothing is a link or a heading. */
const text = (path: string) => readFileSync(resolve(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** What a link may name on a page: its headings, and places that are marked. */
function anchors(page: string): ReadonlySet<string> {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    return headingSlug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  });
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

function brokenLinks(path: string): readonly string[] {
  const page = text(path).replaceAll(/`[^`\n]*`/g, '');
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : relative(root, resolve(root, dirname(path), file)).replaceAll('\\', '/');
      if (!existsSync(resolve(root, linked))) return true;
      return anchor !== undefined && !anchors(text(linked)).has(anchor);
    })
    .map((target) => `${path}: ${target}`);
}

describe('the documentation', () => {
  it('has no link to a page, a heading or a picture that is not there', () => {
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.flatMap(brokenLinks)).toEqual([]);
  });

  it('shows every picture that is kept, and every picture is one', async () => {
    const all = paths.map(text).join();
    const pictures: string[] = [];
    for await (const path of glob('docs/**/*.{png,jpg,svg}', { cwd: root })) pictures.push(path.replaceAll('\\', '/'));
    expect(pictures.length).toBeGreaterThan(10);
    for (const path of pictures) {
      expect(path).toMatch(/^docs\/pictures\/[a-z-]+\.png$/);
      expect(all, path).toContain(`pictures/${path.split('/').at(-1)}`);
      expect(readFileSync(resolve(root, path)).subarray(1, 4).toString()).toBe('PNG');
    }
  });

  it('has every page in the list of the site', () => {
    const config = readFileSync(resolve(root, 'docs/.vitepress/config.ts'), 'utf8');
    const pages = paths.filter((path) => path.startsWith('docs/') && !path.startsWith('docs/decisions/'));
    const addresses = pages.map((path) => path.slice(4).replace(/(index)?\.md$/, ''));
    expect(addresses.filter((address) => address !== '/' && !config.includes(`'${address}'`))).toEqual([]);
  });

  it('explains every requirement that a source, a test or a page names', async () => {
    const explained = anchors(text('docs/requirements.md'));
    expect(explained.size).toBeGreaterThan(500);
    const unknown: string[] = [];
    for await (const path of glob('{src-*,tests,docs}/**/*.{ts,tsx,mjs,css,md,yaml}', { cwd: root })) {
      const named = readFileSync(resolve(root, path), 'utf8').match(/\bR\d{1,2}\.\d{2}\b/g) ?? [];
      unknown.push(...named.filter((id) => !explained.has(id)).map((id) => `${path}: ${id}`));
    }
    expect(unknown).toEqual([]);
  });
});
