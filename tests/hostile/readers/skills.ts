import { join } from 'node:path';
import { type DocumentFormat, mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import { skillFiles, skillFolder } from '../seeds/skills.ts';
import type { Reader, ReaderCommand } from './reader.ts';

const human = (random: Random) => (random.chance(0.3) ? ['--format', 'human'] : []);

function readSkills(random: Random, root: string): ReaderCommand[] {
  const [args, writes] = random.weighted<readonly [readonly string[], boolean]>([
    [8, [['skills', 'validate', 'packs/house'], false]],
    [2, [['skills', 'validate', '--profile', random.pick(['agentskills', 'claude-code', 'codex', 'vscode'])], false]],
    [1, [['skills', 'validate', 'packs/house', '--format', 'sarif'], false]],
    [2, [['skills', 'list'], false]],
    [2, [['skills', 'search', 'money back'], false]],
    [1, [['skills', 'get', 'pack.house.refund', 'pack.house.greet'], false]],
    [1, [['skills', 'relevant', 'a parcel came late', '--explain'], false]],
    [1, [['prompt', '--query', 'money back', '--persona', 'support'], false]],
    [
      2,
      [
        [
          'skills',
          'convert',
          'packs/house',
          '--to',
          random.pick(['md', 'yaml', 'json', 'jsonl', 'skill-md']),
          '--out',
          join(root, 'input/converted'),
        ],
        true,
      ],
    ],
    [
      1,
      [['skills', 'export', 'packs/house', '--to', 'skill-md', '--out', join(root, 'input/exported'), '--yes'], true],
    ],
    [1, [['export', 'packs', 'house', '--out', join(root, 'input/packs'), '--yes'], true]],
  ]);
  const sayHuman = args.includes('--format') ? [] : human(random);
  return [{ args: [...args, ...sayHuman], writes }];
}

export const skills: Reader = {
  name: 'skills',
  cases: 650,
  make: (random, { root }) => {
    const isFolder = random.chance(0.2);
    const name = isFolder ? 'write-reports/SKILL.md' : random.pick(Object.keys(skillFiles));
    const { text, format } = isFolder
      ? { text: skillFolder, format: 'front-matter' as DocumentFormat }
      : (skillFiles[name] ?? { text: '', format: 'text' as DocumentFormat });
    const path = isFolder ? `input/agent/${name}` : `workspace/packs/house/${name}`;
    const bytes = mutateDocument(text, format, { random });
    const commands: ReaderCommand[] = isFolder
      ? [{ args: ['skills', 'validate', join(root, 'input/agent'), ...human(random)] }]
      : readSkills(random, root);
    return { files: [{ path, bytes }], commands, newCache: random.chance(0.05) };
  },
};

export const packs: Reader = {
  name: 'packs',
  cases: 150,
  make: (random, { root }) => {
    const bytes = mutateDocument(
      'name: house\nversion: "1"\ndescription: Recipes.\nscope_mode: global\ntenant_id: t1\npinned_skill_names: [pack.house.refund]\n',
      'yaml',
      { random },
    );
    return { files: [{ path: 'workspace/packs/house/pack.yaml', bytes }], commands: readSkills(random, root) };
  },
};
