import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { SkillFileView } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ServicesScript } from './scripted-services.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const finding: Finding = {
  code: 'field_type',
  severity: 'error',
  message: 'steps must be a list, not a text.',
  path: 'a.skill.yaml',
  range: { start: { line: 4, column: 1 } },
  hint: 'Write each on its own line, which starts with "- ".',
};
const loss = [{ skill: 'a', field: 'comments', kind: 'lost' as const, message: 'gone' }];
const view: SkillFileView = {
  file: 'a.skill.yaml',
  format: 'yaml',
  text: 'name: a # \u2028 ünï\r\n',
  hash: 'abc',
  skills: [
    {
      index: 0,
      name: 'a',
      line: 1,
      fields: { name: 'a', steps: ['S.'], title: null },
      unreadable_fields: ['tags'],
      other_fields: ['x'],
    },
  ],
  findings: [
    { ...finding, fixes: [{ title: 'Make it a list', index: 0, changes: [{ field: 'steps', value: ['S.'] }] }] },
  ],
};
const report = {
  packs: [],
  findings: [finding],
  removed: 0,
  memory_reason: null,
};
const at = { pack: 'p', file: 'a.skill.yaml' };
const skill = { ...at, index: 0, expected_hash: 'abc' };
const tokens = { estimate: 1, o200k: 2 };

/** Every procedure about skills: what a client gives, what the service then sees, and what comes back. */
const folderFile = { file: 'b/a.txt', text: 'x', hash: 'h', size: 1, tokens: 1 };

const calls: { area: 'skills' | 'skillEditor'; name: string; input: object; seen?: object; output: unknown }[] = [
  {
    area: 'skills',
    name: 'validate',
    input: { path: '/p' },
    seen: { path: '/p', profiles: [] },
    output: { packs: 1, skills: 2, findings: [finding] },
  },
  {
    area: 'skills',
    name: 'convert',
    input: { path: '/p', to: 'md', out: '/o' },
    seen: { path: '/p', to: 'md', out: '/o', overwrite: false },
    output: {
      target: '/o',
      format: 'md',
      skills: 1,
      written: ['a.skill.md'],
      unchanged: [],
      loss,
      lossless: false,
      findings: [],
    },
  },
  {
    area: 'skills',
    name: 'export',
    input: { path: '/p', target: '/o', format: 'skill-md' },
    seen: { path: '/p', target: '/o', format: 'skill-md', apply: false, overwrite: false },
    output: {
      target: '/o',
      format: 'skill-md',
      added: ['a/SKILL.md'],
      changed: [],
      removed: [],
      kept: [],
      edited: [],
      loss,
      lossless: false,
      findings: [],
      recovered: { outcome: 'finished', left: ['b'] },
      written: false,
    },
  },
  { area: 'skills', name: 'load', input: {}, seen: { reload: false }, output: report },
  {
    area: 'skills',
    name: 'get',
    input: { input: { names: ['a'] } },
    seen: { input: { names: ['a'], format: 'injection', max_tokens: 1500 }, caller: {} },
    output: { skills: [{ name: 'a', trigger: 'T.', steps: ['S.'] }], formatted_context: '<skill_context>' },
  },
  {
    area: 'skills',
    name: 'list',
    input: { input: {} },
    seen: { input: { page: 1, page_size: 20 }, caller: {} },
    output: { skills: [{ name: 'a', trigger: 'T.', task_type: 'api' }], page: 1, page_size: 20, total: 1 },
  },
  {
    area: 'skills',
    name: 'search',
    input: { input: { query: 'q' }, caller: { persona: 'x' } },
    seen: { input: { query: 'q', search_type: 'fts', limit: 8 }, caller: { persona: 'x' }, explain: false },
    output: {
      output: {
        skills: [{ name: 'a', trigger: 'T.', task_type: 'api', score: 1, match_type: 'fts' }],
        query: 'q',
        search_type: 'fts',
      },
      explanation: null,
      output_tokens: tokens,
      elapsed_ms: 1,
    },
  },
  {
    area: 'skills',
    name: 'relevant',
    input: { task: 't' },
    seen: { task: 't', caller: {}, explain: false },
    output: {
      names: ['a'],
      text: 'x',
      top_k_used: 6,
      raw_tokens_est: 2,
      final_tokens_est: 1,
      was_summarized: false,
      explanation: null,
    },
  },
  {
    area: 'skills',
    name: 'getExplained',
    input: { input: { names: ['a'] } },
    seen: { input: { names: ['a'], format: 'injection', max_tokens: 1500 }, caller: {} },
    output: {
      output: { skills: [{ name: 'a', trigger: 'T.', steps: ['S.'] }], formatted_context: '<skill_context>' },
      output_tokens: tokens,
      skills: [{ name: 'a', shown: true, cut: ['failure modes'] }],
    },
  },
  { area: 'skills', name: 'directory', input: {}, seen: { caller: {} }, output: { text: 'x', count: 1 } },
  {
    area: 'skillEditor',
    name: 'pack',
    input: { pack: 'p' },
    output: {
      name: 'p',
      folder: '/p',
      editable: true,
      manifest: { name: 'p' },
      files: [{ file: 'a.skill.yaml', format: 'yaml', beside: [], skills: [{ name: 'a', title: null, line: 1 }] }],
      tags: ['money'],
      findings: [finding],
    },
  },
  { area: 'skillEditor', name: 'file', input: at, output: view },
  { area: 'skillEditor', name: 'check', input: { ...at, text: '' }, output: view },
  { area: 'skillEditor', name: 'write', input: { ...at, text: 'x', expected_hash: null }, output: view },
  {
    area: 'skillEditor',
    name: 'create',
    input: { pack: 'p', name: 'a', format: 'md', trigger: 'T.', steps: ['S.'] },
    output: view,
  },
  { area: 'skillEditor', name: 'duplicate', input: { ...skill, name: 'b' }, output: view },
  { area: 'skillEditor', name: 'rename', input: { ...skill, name: 'b' }, output: view },
  { area: 'skillEditor', name: 'remove', input: skill, output: { undo: 'u', kept_at: '.pegboard/removed/x' } },
  { area: 'skillEditor', name: 'restore', input: { undo: 'u' }, output: view },
  { area: 'skillEditor', name: 'folderFile', input: at, output: folderFile },
  {
    area: 'skillEditor',
    name: 'writeFolderFile',
    input: { ...at, text: 'x', expected_hash: null },
    output: folderFile,
  },
  { area: 'skillEditor', name: 'renameFolderFile', input: { ...at, to: 'b/c.txt' }, output: folderFile },
  {
    area: 'skillEditor',
    name: 'removeFolderFile',
    input: at,
    output: { undo: 'u', kept_at: '.pegboard/removed/x' },
  },
  {
    area: 'skillEditor',
    name: 'reformat',
    input: { ...at, to: 'md', expected_hash: 'h' },
    seen: { ...at, to: 'md', expected_hash: 'h', apply: false },
    output: { files: [{ file: 'a.skill.md', text: 'x' }], loss, undo: null },
  },
  {
    area: 'skillEditor',
    name: 'importSkillMd',
    input: { pack: 'p', name: 'a', text: 'x', apply: true },
    output: { skill: 'a', file: 'a.skill.md', text: 'y', hash: 'h', findings: [finding] },
  },
  {
    area: 'skillEditor',
    name: 'importSkills',
    input: { pack: 'p', from: { name: 'n', files: [{ path: 'a/SKILL.md', base64: 'eA==' }] } },
    seen: { pack: 'p', from: { name: 'n', files: [{ path: 'a/SKILL.md', base64: 'eA==' }] }, plan_hash: null },
    output: {
      plan_hash: 'h',
      skills: [
        { name: 'a', from: 'a/SKILL.md', file: 'a/SKILL.md', files: [{ path: 'SKILL.md', size: 1, tokens: null }] },
      ],
      left_out: ['b/SKILL.md'],
      loss,
      findings: [finding],
      written: [{ file: 'a/SKILL.md', hash: 'h' }],
    },
  },
  {
    area: 'skillEditor',
    name: 'removeFiles',
    input: { pack: 'p', files: [{ file: 'a/SKILL.md', expected_hash: 'h' }] },
    output: { undo: 'u', kept_at: '.pegboard/removed/x' },
  },
  {
    area: 'skillEditor',
    name: 'newFolder',
    input: { name: 'q', copy_of: null },
    output: { path: 'packs/q', files: 1 },
  },
  {
    area: 'skillEditor',
    name: 'preview',
    input: { skills: { ...at, text: 'x' }, max_tokens: 200 },
    seen: { skills: { ...at, text: 'x' }, max_tokens: 200, caller: {} },
    output: {
      text: 'x',
      budget: 200,
      tokens,
      raw_tokens: tokens,
      skills: [
        {
          name: 'a',
          shown: true,
          cut: ['steps after 3'],
          redactions: [{ field: 'steps', kind: 'email', count: 1 }],
          gated: ['bank.pay'],
          deferred: [],
        },
      ],
      findings: [finding],
    },
  },
];

/** The skills' part of the contract suite: what every transport carries alike. */
export function describeSkillCalls(transport: TransportUnderTest): void {
  describe('skills', () => {
    it('are every procedure of the two areas but the stream', () => {
      const procedures = (['skills', 'skillEditor'] as const).flatMap((area) =>
        Object.keys(contract[area]).map((name) => `${area}.${name}`),
      );
      expect(calls.map(({ area, name }) => `${area}.${name}`).sort()).toEqual(
        procedures.filter((name) => name !== 'skills.watch').sort(),
      );
    });

    it.each(calls)(
      '$area.$name reaches the service whole, and its answer the client',
      async ({ area, name, input, seen = input, output }) => {
        const asked: unknown[] = [];
        const answer = async (given: unknown) => {
          asked.push(given);
          return output;
        };
        const script = { [area]: { [name]: answer } } as ServicesScript;
        const { client, calls: reached } = await connectScripted(transport, script);
        const call = Reflect.get(client[area], name) as (given: object) => Promise<unknown>;
        expect(await call(input)).toEqual(output);
        expect(asked).toEqual([seen]);
        expect(reached).toEqual([`${area}.${name}`]);
      },
    );

    it('are refused before they reach a service when a field is wrong', async () => {
      const { client, calls: reached } = await connectScripted(transport, {});
      const error = await errorOf(client.skillEditor.write({ ...at, text: 1 as never, expected_hash: null }));
      expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('text') });
      expect((await errorOf(client.skills.get({ input: { names: [] } }))).code).toBe('invalid_input');
      expect(reached).toEqual([]);
    });

    it('say that a file changed, with its hash, so that nothing is lost', async () => {
      const { client } = await connectScripted(transport, {
        skillEditor: {
          write: () => Promise.reject(new PegboardError('file_changed', 'a changed.', { data: { hash: 'def' } })),
        },
      });
      const error = await errorOf(client.skillEditor.write({ ...at, text: 'mine', expected_hash: 'abc' }));
      expect(error).toMatchObject({ code: 'file_changed', data: { hash: 'def' } });
    });

    it('are told again whenever packs change, until the client leaves', async () => {
      const ended = Promise.withResolvers<void>();
      const { client } = await connectScripted(transport, {
        skills: {
          async *watch(options) {
            try {
              yield report;
              yield { ...report, removed: 1 };
              await untilAborted(options?.signal);
            } finally {
              ended.resolve();
            }
          },
        },
      });
      const seen: number[] = [];
      for await (const one of await client.skills.watch()) {
        seen.push(one.removed);
        if (seen.length === 2) break;
      }
      expect(seen).toEqual([0, 1]);
      await ended.promise;
    });
  });
}
