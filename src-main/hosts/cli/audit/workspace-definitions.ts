import { dirname, join, resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { pathFrom, readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { containedPath } from '#core/workspace/load-workspace.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { type PackSkill, skillPackConfigSchema } from '#shared/domain/pack.ts';
import { isPegboardError } from '#shared/errors.ts';
import { auditInput, type Definition, type ReadDefinitions } from './read-definitions.ts';
import { serverTexts } from './server-texts.ts';

/**
 * Everything of a workspace that a model can read now or after an approval: its tools with their overlays, the instructions and
 * prompts of its sources, and the skills of its own packs. What cannot be read is a finding, and leaves the others.
 */
export async function workspaceDefinitions(root: string, services: Services): Promise<ReadDefinitions> {
  const { findings } = await services.workspace.open({ path: root });
  const files = new Map<string, Definition['file']>();
  const texts: Definition[] = [];
  for (const { name, path, status } of await services.sources.list()) {
    if (status !== 'ready') continue;
    const full = resolve(root, path);
    const file = { path: full, text: await nodeFiles.readText(full) };
    files.set(name, file);
    texts.push(...serverTexts(file.text).map((input) => ({ input: { ...input, source: name }, file })));
  }
  const tools = await services.catalog.getMany({ names: await toolNames(services) });
  const skills = await skillsOf(root, services);
  return {
    definitions: [
      ...tools.map((tool) => ({ input: auditInput(tool), file: files.get(tool.source) ?? null })),
      ...texts,
      ...skills.definitions,
    ],
    findings: [...findings.filter(({ severity }) => severity === 'error'), ...skills.findings],
  };
}

/** Every tool of the workspace, those too that approvals withhold: they are what an audit is for. */
async function toolNames(services: Services): Promise<string[]> {
  const names = new Set((await services.catalog.list()).map(({ name }) => name));
  const { items } = await services.approvals.review({ golden: false });
  for (const { kind, tool, state } of items) if (kind === 'tool' && state !== 'removed') names.add(tool);
  return [...names];
}

/** The skills of the packs that are on, without those that come with Pegboard. */
async function skillsOf(root: string, services: Services): Promise<ReadDefinitions> {
  const { effective } = await services.config.read();
  const config = effective.skills as { readonly skill_packs?: readonly unknown[] } | undefined;
  const packs = (config?.skill_packs ?? []).map((pack) => skillPackConfigSchema.parse(pack));
  const definitions: Definition[] = [];
  const findings: Finding[] = [];
  for (const { name, path, source, enabled } of packs) {
    if (!enabled || path.startsWith('shipped:')) continue;
    try {
      const folder = await containedPath(root, `skills.skill_packs: ${name}`, path, nodeFiles);
      definitions.push(...(await skillsIn(folder, source ?? name)));
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      const message = `The skills of ${name} were not audited. ${error.message}`;
      findings.push(finding('source_unreadable', { message, path: pathFrom(root, resolve(root, path)) }));
    }
  }
  return { definitions, findings };
}

async function skillsIn(folder: string, source: string): Promise<Definition[]> {
  const { packs } = await readSkillsAt(folder, nodeFiles);
  const definitions: Definition[] = [];
  for (const { folder: at, pack } of packs) {
    for (const skill of pack.skills) {
      const path = join(at, skill.file);
      const file = { path, text: await nodeFiles.readText(path) };
      definitions.push({ input: { ...skillInput(skill, file.text), source, is_text: true }, file });
      for (const beside of skill.folder_files) {
        if (!beside.text || beside.path === 'SKILL.md') continue;
        const full = join(dirname(path), beside.path);
        const text = await nodeFiles.readText(full);
        const input = { name: `${skill.name}/${beside.path}`, source, is_text: true, description: text };
        definitions.push({ input, file: { path: full, text } });
      }
    }
  }
  return definitions;
}

/** A skill as the audit reads it; a Markdown file is one skill, so all of its text is read. */
function skillInput({ name, title, description, file, ...skill }: PackSkill, text: string) {
  if (file.endsWith('.md')) return { name, description: text };
  const { trigger, steps, preconditions, failure_modes, tags, body, extra } = skill;
  return { name, title, description, extra: { trigger, steps, preconditions, failure_modes, tags, body, extra } };
}
