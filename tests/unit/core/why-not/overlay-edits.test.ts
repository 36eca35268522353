import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withOverlay } from '#core/workspace/edit-overlays.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import type { ToolCuration } from '#shared/domain/tool.ts';
import type { EditedField } from '#shared/domain/why-not.ts';
import { names, search, servicesWith } from '../../../support/workspace.ts';

/** The text with an edit; what it says is checked by the edit itself, so the bytes are what is left to see. */
const edited = (text: string, fields: ToolCuration, tool = 'mail.send') =>
  withOverlay(parseWorkspaceFile(text, 'pegboard.yaml'), tool, fields);

const search_on = 'tool_search: {enabled: true} # on\n';

describe('an overlay in pegboard.yaml is edited in its own place (R1.20)', () => {
  it.each<[what: string, before: string, fields: ToolCuration, after: string]>([
    ['no file yet', '', { tags: ['a'] }, 'overlays:\n  mail.send:\n    tags:\n      - a\n'],
    ['no section', search_on, { tags: ['a'] }, `${search_on}overlays:\n  mail.send:\n    tags:\n      - a\n`],
    [
      'an empty section',
      `overlays: # none yet\n${search_on}`,
      { tags: ['a'] },
      `overlays: # none yet\n  mail.send:\n    tags:\n      - a\n${search_on}`,
    ],
    ['an empty map', 'overlays: {}\n', { tags: ['a'] }, 'overlays: \n  mail.send:\n    tags:\n      - a\n'],
    [
      'another tool, indented by four',
      `overlays:\n    a.b:   # kept\n        tags: [x]\n${search_on}`,
      { usage_hint: 'Yes: now.' },
      `overlays:\n    a.b:   # kept\n        tags: [x]\n    mail.send:\n      usage_hint: "Yes: now."\n${search_on}`,
    ],
    [
      'a tool with nothing',
      'overlays:\n  mail.send: {}\n  z: {tags: []}\n',
      { tags: ['a'] },
      'overlays:\n  mail.send: \n    tags:\n      - a\n  z: {tags: []}\n',
    ],
    [
      'a tool with another field',
      'overlays:\n  mail.send:\n    usage_hint: |\n      long\n      text\n  z: {tags: []}\n',
      { tags: ['a'] },
      'overlays:\n  mail.send:\n    usage_hint: |\n      long\n      text\n    tags:\n      - a\n  z: {tags: []}\n',
    ],
    [
      'a list in brackets',
      'overlays:\n  mail.send:\n    tags: [ x,  "y" ] # mine\n',
      { tags: ['x', 'y', '12'] },
      'overlays:\n  mail.send:\n    tags: [ x,  "y", "12" ] # mine\n',
    ],
    [
      'a list of lines, with comments',
      'overlays:\n  mail.send:\n    phrases:\n    - x # first\n    # a note\n    - y # second\n    tags: []\n',
      { phrases: ['x', 'y', 'a: b'] },
      'overlays:\n  mail.send:\n    phrases:\n    - x # first\n    # a note\n    - y # second\n    - "a: b"\n    tags: []\n',
    ],
    [
      'everything in braces',
      '{overlays: {mail.send: {tags: [x]}}}',
      { usage_hint: 'h' },
      '{overlays: {mail.send: {tags: [x], usage_hint: "h"}}}',
    ],
    [
      'a text that is there',
      'overlays:\n  mail.send:\n    description: Old. # kept?\n    tags: [x]\n',
      { description: 'Old. New.' },
      'overlays:\n  mail.send:\n    description: Old. New. # kept?\n    tags: [x]\n',
    ],
    [
      'line ends of Windows',
      'overlays:\r\n  mail.send:\r\n    tags:\r\n      - x\r\n',
      { tags: ['x', 'a'] },
      'overlays:\r\n  mail.send:\r\n    tags:\r\n      - x\r\n      - a\r\n',
    ],
    [
      'a list that begins otherwise',
      'overlays:\n  mail.send:\n    tags: [x]\n',
      { tags: ['y', 'x'] },
      'overlays:\n  mail.send:\n    tags:\n      - y\n      - x\n',
    ],
  ])('%s', (_what, before, fields, after) => {
    expect(edited(before, fields)).toBe(after);
  });

  it('refuses what it cannot edit without touching it, and names the section', () => {
    const alias = 'overlays:\n  a: &o {tags: [x]}\n  mail.send: *o\n';
    expect(() => edited(alias, { tags: ['x', 'y'] })).toThrow(/"overlays" cannot be edited as it is written/);
  });
});

const tools = [
  { name: 'mail.send', description: 'Send it', tags: ['post'] },
  { name: 'parcel.track', description: 'Where a parcel is.' },
];

describe('an edit of a tool', () => {
  it('adds to what the source says, is found at once, and is undone byte for byte', async () => {
    const yaml = '# mine\ntool_search: {enabled: true, default_loading_mode: deferred}\n';
    const services = await servicesWith(tools, { yaml });
    const { path = '' } = (await services.workspace.current()) ?? {};
    const file = join(path, 'pegboard.yaml');
    const before = readFileSync(file, 'utf8');
    const apply = (field: EditedField, text: string, tool = 'mail.send') =>
      services.catalog.applyEdit({ tool, field, text });
    const tool = async () => (await services.catalog.get('mail.send'))?.tool;

    const tags = await apply('tags', 'express letter');
    expect((await tool())?.tags).toEqual(['post', 'express', 'letter']);
    expect(names(await search(services, { query: 'express' }))).toEqual(['mail.send']);
    expect(await apply('tags', 'express letter')).toEqual({ written: false, undo: null });
    const description = await apply('description', 'by courier');
    expect((await tool())?.description).toBe('Send it. By courier.');

    // The last one first; the one before is then the last.
    await expect(services.catalog.undoEdit(tags.undo ?? '')).rejects.toMatchObject({ code: 'undo_gone' });
    await services.catalog.undoEdit(description.undo ?? '');
    await services.catalog.undoEdit(tags.undo ?? '');
    expect(readFileSync(file, 'utf8')).toBe(before);
    await expect(services.catalog.undoEdit(tags.undo ?? '')).rejects.toMatchObject({ code: 'undo_gone' });

    const { undo } = await apply('phrases', 'post it');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# theirs\n`);
    await expect(services.catalog.undoEdit(undo ?? '')).rejects.toMatchObject({ code: 'undo_gone' });
    expect(readFileSync(file, 'utf8')).toContain('# theirs');
    await expect(apply('tags', 'x', 'mail.sent')).rejects.toMatchObject({
      code: 'tool_not_found',
      hint: 'Did you mean "mail.send"?',
    });
  });
});
