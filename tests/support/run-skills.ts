import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { runSkillsOpener } from '#core/planner/skills/open-run-skills.ts';

export const shippedPacks = resolve(import.meta.dirname, '../../skill-packs');

/** Skills of runs, from the files of a workspace and the packs that ship. */
export const openSkills = runSkillsOpener({ files: nodeFiles, shippedPacks, fts: 'detect' });
