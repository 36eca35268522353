import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { guide, news } from '../../../src-renderer/app/help/help-texts.ts';

describe('the help', () => {
  it('has news for the version that ships', () => {
    expect(news[0]?.version).toBe(packageJson.version);
  });

  it('names each task once', () => {
    expect(new Set(guide.map(({ title }) => title)).size).toBe(guide.length);
  });
});
