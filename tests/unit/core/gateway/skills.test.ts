import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { eras, gatewayOf, hostAt } from '../../../support/gateway.ts';
import { allSkills, askSkills, everySkillFile, skillBytes } from '../../../support/gateway-skills.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const tools = [
  { name: 'orders.get', description: 'Gets an order.' },
  { name: 'vault.open', description: 'Opens the vault.' },
];
const personas = `personas:
  - {name: guest, hidden_tools: ["vault.*"]}
  - {name: acme, tool_context: {tenant_id: acme}}
`;
const refundMd = `---
name:   refund-an-order # as written
description: 'Refund an order: when a customer asks.'
license: MIT
metadata: {owner: "team a"}
---

1. Call orders.get.
2. Read references/limits.md.
`;

/** A workspace with these files, and skills of the pack in `packs/team`. */
async function workspaceWith(
  files: Readonly<Record<string, string>>,
  { format = 'skill-md' as string | null, more = '', gateway = '' } = {},
): Promise<{ services: Services; root: string }> {
  const packs = `skill_packs: [{name: team, path: packs/team, format: ${format}, scope_mode: global}${more}]`;
  const yaml = `tool_search: {enabled: true}\n${gateway}${personas}skills: {enabled: true, scope_mode: global, ${packs}}\n`;
  const root = workspaceFolder(tools, yaml);
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  const services = await testServices();
  await services.workspace.open({ path: root });
  return { services, root };
}

const refund = {
  'packs/team/refund-an-order/SKILL.md': refundMd,
  'packs/team/refund-an-order/references/limits.md': 'At most 100.\r\n',
  'packs/team/refund-an-order/scripts/run.sh': '#!/bin/sh\necho hello\n',
};
const refundUri = 'skill://team/refund-an-order/SKILL.md';
const skillMd = (name: string, body = '1. Do it.') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;

describe.each(eras)('the skills extension, for a host of the %s era', (era) => {
  it('serves a SKILL.md as it is written, with the files beside it', async () => {
    const { services, root } = await workspaceWith(refund);
    writeFileSync(join(root, 'packs/team/refund-an-order/logo.png'), Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]));
    const host = await hostAt(await gatewayOf(services), { era });
    const [skill] = await allSkills(host);
    expect(skill).toMatchObject({
      uri: refundUri,
      frontmatter: {
        name: 'refund-an-order',
        description: 'Refund an order: when a customer asks.',
        license: 'MIT',
        metadata: { owner: 'team a' },
      },
    });
    expect([...(await everySkillFile(host))]).toEqual([
      [refundUri, refundMd],
      ['skill://team/refund-an-order/logo.png', '\x89P\0\xff\xfe'],
      ['skill://team/refund-an-order/references/limits.md', 'At most 100.\r\n'],
      ['skill://team/refund-an-order/scripts/run.sh', '#!/bin/sh\necho hello\n'],
    ]);
    expect((await askSkills(host, 'skills/get', { uri: refundUri })).skill).toEqual(skill);
  });

  it('serves skills of other formats as the SKILL.md that an export writes', async () => {
    const { services } = await workspaceWith(
      {
        'packs/team/a.skill.yaml': 'name: pack.team.close.books\ntrigger: Close the books\nsteps: [Call orders.get]\n',
      },
      { format: null },
    );
    const host = await hostAt(await gatewayOf(services), { era });
    const [skill] = await allSkills(host);
    expect(skill?.frontmatter).toMatchObject({ name: 'close-books', description: 'Close the books' });
    const text = (await skillBytes(host, 'skill://team/close-books/SKILL.md')).toString();
    expect(text).toContain('pegboard-name: pack.team.close.books');
    expect(text).toContain('Call orders.get');
  });

  it('lists the SKILL.md of each skill as a resource, and the children of its folders', async () => {
    const { services } = await workspaceWith(refund);
    const host = await hostAt(await gatewayOf(services), { era });
    expect((await askSkills(host, 'resources/list')).resources).toEqual([
      {
        uri: refundUri,
        name: 'refund-an-order',
        description: 'Refund an order: when a customer asks.',
        mimeType: 'text/markdown',
        size: Buffer.byteLength(refundMd),
      },
    ]);
    const names = async (uri: string) =>
      (
        (await askSkills(host, 'resources/directory/read', { uri })).resources as { name: string; mimeType: string }[]
      ).map(({ name, mimeType }) => `${name} ${mimeType}`);
    const folder = 'skill://team/refund-an-order';
    expect(await names(folder)).toEqual([
      'SKILL.md text/markdown',
      'references inode/directory',
      'scripts inode/directory',
    ]);
    expect(await names(`${folder}/scripts`)).toEqual(['run.sh application/x-sh']);
    for (const uri of ['skill://team', refundUri, `${folder}/none`, 'no address'])
      await expect(askSkills(host, 'resources/directory/read', { uri })).rejects.toMatchObject({ code: -32602 });
  });

  it('answers hidden and unknown skills alike', async () => {
    const { services } = await workspaceWith(
      { ...refund, 'packs/theirs/secret-plan/SKILL.md': skillMd('secret-plan') },
      { more: ', {name: theirs, path: packs/theirs, format: skill-md, scope_mode: tenant, tenant_id: acme}' },
    );
    const gateway = await gatewayOf(services);
    const [guest, acme] = [
      await hostAt(gateway, { era, persona: 'guest' }),
      await hostAt(gateway, { era, persona: 'acme' }),
    ];
    const uri = 'skill://theirs/secret-plan/SKILL.md';
    const widest = (await allSkills(acme)).map((skill) => skill.uri);
    expect(widest).toEqual([refundUri, uri]);
    const told = async (host: typeof guest, method: string, asked: string) =>
      askSkills(host, method, { uri: asked }).then(
        () => 'answered',
        (error: Error) => error.message.replaceAll(asked, ''),
      );
    for (const method of ['skills/get', 'resources/read', 'resources/directory/read']) {
      const other = 'skill://theirs/no-such-plan/SKILL.md';
      expect(await told(guest, method, uri)).toBe(await told(guest, method, other));
      expect(await told(guest, method, uri)).toContain('There is no such');
    }
  });

  it('has ttlMs and cacheScope where the protocol has them', async () => {
    const { services } = await workspaceWith(refund);
    const host = await hostAt(await gatewayOf(services), { era });
    const answers = [
      await askSkills(host, 'skills/list'),
      await askSkills(host, 'skills/get', { uri: refundUri }),
      await askSkills(host, 'resources/directory/read', { uri: 'skill://team/refund-an-order' }),
      await askSkills(host, 'resources/read', { uri: refundUri }),
    ];
    for (const { ttlMs, cacheScope } of answers)
      expect([ttlMs, cacheScope]).toEqual(era === 'modern' ? [0, 'private'] : [undefined, undefined]);
  });
});

it('passes what the official client checks of every file', async () => {
  const { services } = await workspaceWith(refund);
  const skills = new SkillsClient((await hostAt(await gatewayOf(services))).client as Client);
  const { skills: listed, invalid } = await skills.list();
  expect(invalid).toEqual([]);
  const [skill] = listed;
  if (!skill) throw new Error('No skill is listed.');
  expect(await skills.read(skill)).toMatchObject({ text: refundMd, verified: true });
  expect(await skills.read(skill, 'scripts/run.sh')).toMatchObject({ verified: true });
});

it('gates texts by persona, and each text has the digest of what is served', async () => {
  const body = '1. Call `vault.open` with the key.\n2. Then orders.get.';
  const { services } = await workspaceWith({
    'packs/team/open-it/SKILL.md': skillMd('open-it', body),
    'packs/team/open-it/scripts/go.sh': 'call vault.open\n',
    'packs/team/open-it/vault.open.txt': 'x',
    'packs/team/open-it/wide.bin': Buffer.from('\ufeffcall vault.open', 'utf16le').toString('latin1'),
    'packs/team/sly/SKILL.md': '---\nname: sly\ndescription: "Use v\\x61ult.open now."\n---\n\nBody.\n',
  });
  const gateway = await gatewayOf(services);
  const everything = await everySkillFile(await hostAt(gateway));
  expect([...everything.keys()]).toContain('skill://team/open-it/vault.open.txt');
  expect(everything.get('skill://team/open-it/SKILL.md')).toContain('vault.open');

  const guest = await hostAt(gateway, { persona: 'guest' });
  const gated = await everySkillFile(guest);
  expect(gated.get('skill://team/open-it/SKILL.md')).toContain('a suitable tool (use tool_search');
  expect(gated.get('skill://team/open-it/SKILL.md')).toContain('orders.get');
  expect(gated.get('skill://team/open-it/scripts/go.sh')).toContain('a suitable tool');
  expect(gated.has('skill://team/open-it/vault.open.txt')).toBe(false);
  expect(gated.has('skill://team/sly/SKILL.md')).toBe(true);
  expect(JSON.stringify([await allSkills(guest), [...gated]])).not.toContain('vault');
});

it('serves the same bytes in the same order each time, page by page', async () => {
  const names = Array.from({ length: 230 }, (_, i) => `step-${String(i).padStart(3, '0')}`);
  const files = Object.fromEntries(names.map((name) => [`packs/team/${name}/SKILL.md`, skillMd(name)]));
  const { services } = await workspaceWith(files);
  const gateway = await gatewayOf(services);
  const [one, other] = [await hostAt(gateway), await hostAt(await gatewayOf(services))];
  const first = await allSkills(one);
  expect(first.map(({ frontmatter }) => frontmatter.name)).toEqual(names);
  expect(JSON.stringify(await allSkills(other))).toBe(JSON.stringify(first));
  await expect(askSkills(one, 'skills/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

it('gives skills whose names meet addresses of their own', async () => {
  const { services } = await workspaceWith(
    {
      'packs/team/a.skill.yaml': 'name: pack.team.close_books\ntrigger: Close books\nsteps: [Do it]\n',
      'packs/team/b.skill.yaml': 'name: pack.team.Close.Books\ntrigger: Close all books\nsteps: [Do it]\n',
    },
    { format: null },
  );
  const listed = await allSkills(await hostAt(await gatewayOf(services)));
  expect(new Set(listed.map(({ uri }) => uri)).size).toBe(2);
  expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(['close-books', 'close-books']);
});

it('refuses a file that changed after it was listed, and lists the new one next', async () => {
  const { services, root } = await workspaceWith(refund);
  const host = await hostAt(await gatewayOf(services));
  const uri = 'skill://team/refund-an-order/scripts/run.sh';
  const before = await everySkillFile(host);
  write(root, 'packs/team/refund-an-order/scripts/run.sh', 'echo other\n');
  await expect(skillBytes(host, uri)).rejects.toMatchObject({ code: -32603 });
  const after = await everySkillFile(host);
  expect([before.get(uri), after.get(uri)]).toEqual(['#!/bin/sh\necho hello\n', 'echo other\n']);
});

it('offers no skills where they are off', async () => {
  const { services } = await workspaceWith(refund, { gateway: 'gateway: {skills: false}\n' });
  const host = await hostAt(await gatewayOf(services));
  expect(host.client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  await expect(askSkills(host, 'skills/list')).rejects.toMatchObject({ code: -32601 });
});

it('notes a read file in the log, under its pack', async () => {
  const { services } = await workspaceWith(refund);
  const gateway = await gatewayOf(services);
  await skillBytes(await hostAt(gateway), refundUri);
  await gateway.close();
  const { entries } = await services.gateway.traffic({ limit: 10 } as never);
  expect(entries.map(({ record }) => record)).toMatchObject([
    { kind: 'resource', source: 'pack:team', name: refundUri, outcome: 'ok' },
  ]);
});
