import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScreenAddress, screenAddresses, screenPath } from '#shared/screen-address.ts';

/** Any UTF-16, lone surrogates as well. */
const subjects = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

describe('the address of a screen', () => {
  it('is read in each way that people write it', () => {
    const tool = { screen: 'tools', subject: 'github.create_issue' };
    for (const text of [
      'tools/github.create_issue',
      '/tools/github.create_issue',
      '#/tools/github.create_issue',
      ' http://127.0.0.1:4711/#/tools/github.create_issue ',
    ]) {
      expect(parseScreenAddress(text), text).toEqual(tool);
    }
    expect(parseScreenAddress('home')).toEqual({ screen: 'home', subject: null });
    expect(parseScreenAddress('search/50% off')).toEqual({ screen: 'search', subject: '50% off' });
  });

  it('is known by the titles of screens and of their tabs too', () => {
    expect(parseScreenAddress('catalog/github.create_issue')).toEqual({
      screen: 'tools',
      subject: 'github.create_issue',
    });
    expect(parseScreenAddress('engines')).toEqual({ screen: 'compare', subject: null });
    expect(parseScreenAddress('budgets')).toEqual({ screen: 'hosts', subject: null });
    expect(parseScreenAddress('scenarios/triage.scenario.yaml')).toEqual({
      screen: 'runs',
      subject: 'scenarios/triage.scenario.yaml',
    });
    for (const path of ['tasks/shop/refund.task.yaml', 'tasks/shop.world.yaml']) {
      expect(parseScreenAddress(path)).toEqual({ screen: 'runs', subject: path });
      expect(parseScreenAddress(`#/runs/${path}`)).toEqual({ screen: 'runs', subject: path });
    }
    expect(parseScreenAddress('constructor')).toBeNull();
  });

  it('names no screen where the screen does not exist', () => {
    for (const text of ['', '#', 'tool/github.create_issue', '#token=abc', 'javascript:alert(1)', '../tools']) {
      expect(parseScreenAddress(text), text).toBeNull();
    }
  });

  it('comes back as it was written, whatever the subject is called', () => {
    fc.assert(
      fc.property(fc.constantFrom(...screenAddresses), subjects, (screen, subject) => {
        const path = screenPath(screen, subject);
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        expect(parseScreenAddress(`#${path}`)).toEqual({ screen, subject: subject.toWellFormed() });
      }),
    );
  });
});
