import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { casesOf } from '../../../support/depth.ts';
import { eras, gatewayOf, hostAt } from '../../../support/gateway.ts';
import { allSkills, askSkills, everySkillFile } from '../../../support/gateway-skills.ts';
import { spellingsOf } from '../../../support/spellings.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

/** Names that the guest may not use: hidden from the persona, denied by the policy with a tool, denied without one. */
const hidden = ['vault.canary_open', 'vault.canary_open_all', 'odd/canary name', 'ops.canary_drop', 'ops.canary_away'];
const visible = ['orders.get', 'mail.send'];
const yaml = `tool_search: {enabled: true}
policy: {denied_tools: ["ops.canary_drop", "ops.canary_away"]}
personas:
  - {name: guest, hidden_tools: ["vault.*", "odd/*"]}
skills:
  enabled: true
  scope_mode: global
  skill_packs:
    - {name: folders, path: packs/folders, format: skill-md, scope_mode: global}
    - {name: files, path: packs/files, scope_mode: global}
    - {name: theirs, path: packs/theirs, format: skill-md, scope_mode: tenant, tenant_id: other}
`;

const name = fc.constantFrom(...[...hidden, ...visible].flatMap(spellingsOf));
const text = fc
  .array(
    fc.tuple(name, fc.constantFrom('Use NAME.', '(NAME)', '`NAME`, then', 'NAME/NAME…', 'ends with NAME', 'a:NAME;')),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((parts) => parts.map(([one, way]) => way.replaceAll('NAME', one)).join(' '));
const inBytes = fc.tuple(text, fc.constantFrom('utf8', 'utf16le', 'latin1') as fc.Arbitrary<BufferEncoding>);

/** A skill with names of tools in every place where a text can be. */
const planted = fc.record({
  front: fc.record({
    description: text,
    license: text,
    'allowed-tools': fc.oneof(name, fc.array(name, { maxLength: 2 })),
    metadata: fc.dictionary(fc.constantFrom('a', 'canary_key'), text, { maxKeys: 2 }),
  }),
  extra: fc.tuple(name, text),
  body: text,
  trigger: text,
  script: inBytes,
  fileName: fc.constantFrom('notes.md', 'vault.canary_open', 'ops.canary_drop.sh'),
});

it('lets no request of the skills extension name what is hidden from a persona, whatever skills say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planted, { minLength: 2, maxLength: 2 }), async (skills) => {
      const root = workspaceFolder(
        [...visible, ...hidden.slice(0, 4)].map((tool) => ({ name: tool })),
        yaml,
      );
      for (const [i, { front, extra, body, trigger, script, fileName }] of skills.entries()) {
        const fields = stringify({ name: `skill-${i}`, ...front, [extra[0]]: extra[1] });
        write(root, `packs/folders/skill-${i}/SKILL.md`, `---\n${fields}---\n\n${body}\n`);
        write(root, `packs/folders/skill-${i}/scripts/${fileName}`, Buffer.from(script[0], script[1]) as never);
        const skill = {
          name: `pack.files.s${i}`,
          trigger,
          steps: [body],
          tools: [extra[0], { tool: extra[0], note: body }],
        };
        write(root, `packs/files/s${i}.skill.yaml`, stringify({ ...skill, owner: extra[1] }));
      }
      write(root, 'packs/theirs/canary-plan/SKILL.md', '---\nname: canary-plan\ndescription: A plan.\n---\n\nBody.\n');
      const services = await testServices();
      await services.workspace.open({ path: root });
      const gateway = await gatewayOf(services);
      for (const era of eras) {
        const host = await hostAt(gateway, { era, persona: 'guest' });
        const listed = await allSkills(host);
        const said = [
          JSON.stringify([listed, await askSkills(host, 'resources/list')]),
          ...[...(await everySkillFile(host)).values()].flatMap((bytes) => [
            bytes,
            Buffer.from(bytes, 'latin1').toString('utf16le'),
          ]),
        ];
        for (const { uri, resources } of listed) {
          said.push(JSON.stringify(await askSkills(host, 'skills/get', { uri })));
          const folders = new Set(resources.map((file) => file.uri.slice(0, file.uri.lastIndexOf('/'))));
          for (const folder of folders)
            said.push(JSON.stringify(await askSkills(host, 'resources/directory/read', { uri: folder })));
        }
        expect(listed.length).toBeGreaterThan(0);
        for (const one of said) expect(one.toLowerCase()).not.toMatch(/canary(?!_key)/);
      }
    }),
    { numRuns: casesOf(30) },
  );
});
