import {
  claudeCodeLog,
  codexLog,
  jsonlLog,
  otlpDocument,
  plantedSecret,
  traceDocument,
} from '../../support/use-logs.ts';
import { mutateDocument } from '../mutate/document.ts';
import type { Random } from '../random.ts';
import type { Reader } from './reader.ts';

/** A log of each kind that Pegboard reads, with the name that its client gives it. */
export const useLogSeeds = [
  { origin: 'claude-code', name: 'one.jsonl', format: 'jsonl', text: claudeCodeLog },
  { origin: 'codex', name: 'rollout-one.jsonl', format: 'jsonl', text: codexLog },
  { origin: 'otlp', name: 'one.json', format: 'json', text: JSON.stringify(otlpDocument) },
  { origin: 'trace', name: 'one.json', format: 'json', text: JSON.stringify(traceDocument) },
  { origin: 'jsonl', name: 'one.jsonl', format: 'jsonl', text: jsonlLog },
] as const;

/** A log of any kind with something wrong in it. What it holds besides names stays where it is, so that it may never be kept or printed. */
export function mutatedLog(random: Random) {
  const { text, ...seed } = random.pick(useLogSeeds);
  return { ...seed, bytes: mutateDocument(text, seed.format, { random, keepPlaces: true }) };
}

/** Logs of what agents did. */
export const useLogs: Reader = {
  name: 'logs of use',
  cases: 400,
  make: (random, { root }) => {
    const { name, bytes } = mutatedLog(random);
    const golden = random.chance(0.2) ? ['--golden'] : [];
    const format = random.pick([[], ['--format', 'human'], ...(golden.length > 0 ? [] : [['--format', 'csv']])]);
    return {
      files: [{ path: `input/${name}`, bytes }],
      // What it reads goes into the store in the user's folder.
      commands: [
        { args: ['usage', '--since', '900w', '--from', `${root}/input/${name}`, ...golden, ...format], writes: true },
      ],
      secrets: [plantedSecret],
    };
  },
};
