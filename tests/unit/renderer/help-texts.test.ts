import { describe, expect, it } from 'vitest';
import { helpTexts } from '../../../docs/scripts/help-pages.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { routeOf } from '../../../src-renderer/app/routes.ts';
import { news } from '../../../src-renderer/strings/help.ts';

describe('the help', () => {
  const { guide, concepts, reference, glossary } = helpTexts();
  const pages = [...guide, ...concepts, ...reference];

  it('has news for the version that ships', () => {
    expect(news[0]?.version).toBe(packageJson.version);
  });

  it('has every page once, with what it is for and the screen where its task is done', () => {
    expect(guide.length).toBeGreaterThan(15);
    expect(concepts.length).toBeGreaterThan(4);
    expect(reference.length).toBeGreaterThan(6);
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
    for (const { id, summary, html } of pages) {
      expect(summary.length, id).toBeGreaterThan(30);
      expect(html.length, id).toBeGreaterThan(200);
    }
    for (const { id, screen, words } of guide) {
      expect(routeOf(screen ?? 'no screen').id, id).toBe(screen);
      expect(words, id).not.toBe('');
    }
  });

  it('leads from page to page, and to nothing that the app does not have', () => {
    const ids = pages.map(({ id }) => id);
    const links = pages.flatMap(({ html }) => [...html.matchAll(/data-page="([^"]+)"/g)].map(([, id]) => id));
    expect(links.length).toBeGreaterThan(10);
    for (const id of links) expect(ids).toContain(id);
    for (const { id, html } of pages) expect(html, id).not.toMatch(/<img|<script|href="(?!#")|\.md\b[^<]*<\/a>/);
  });

  it('has the terms of the glossary', () => {
    expect(glossary.length).toBeGreaterThan(25);
    for (const { title, text } of glossary) expect(text.length, title).toBeGreaterThan(15);
  });
});
