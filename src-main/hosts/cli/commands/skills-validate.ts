import { resolve } from 'node:path';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { counted } from '#shared/counted.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { SkillMdProfile } from '#shared/domain/skill-validation.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { describeFinding } from '../describe-finding.ts';
import { toSarif } from '../sarif.ts';

export interface ValidateOptions {
  readonly profile?: readonly SkillMdProfile[] | undefined;
  readonly failOn: 'error' | 'warning';
}

/** `pegboard skills validate <path>`: exit code 1 when it finds an error, with `--fail-on warning` also a warning. */
export async function validate(
  context: CommandContext,
  path: string | undefined,
  options: ValidateOptions,
): CommandResult {
  if (path === undefined) return validateWorkspace(context, options);
  const { io } = context;
  return withServices(context, async (services) => {
    const input = { path: resolve(io.cwd, path), profiles: [...new Set(options.profile ?? [])] };
    const result = await services.skills.validate(input, { signal: io.signal });
    const findings = result.findings.map((finding) =>
      finding.path === undefined ? finding : { ...finding, path: pathFrom(io.cwd, finding.path) },
    );
    return report(context, { packs: result.packs, skills: result.skills, findings }, options);
  });
}

/** The packs of the workspace with the tools that their skills name, as they are loaded. */
async function validateWorkspace(context: CommandContext, options: ValidateOptions): CommandResult {
  if (options.profile) {
    throw new PegboardError('usage', '--profile needs a path.', {
      hint: 'pegboard skills validate <folder> --profile agentskills',
    });
  }
  return withWorkspace(context, async (services) => {
    const { packs } = await services.skills.load({ reload: false }, { signal: context.io.signal });
    const loaded = packs.filter(({ status }) => status === 'loaded');
    const skills = loaded.reduce((sum, pack) => sum + pack.skills, 0);
    return report(
      context,
      { packs: loaded.length, skills, findings: packs.flatMap(({ findings }) => findings) },
      options,
    );
  });
}

async function report(
  { io, reporter, sarif }: CommandContext,
  result: { readonly packs: number; readonly skills: number; readonly findings: readonly Finding[] },
  { failOn }: ValidateOptions,
): CommandResult {
  const { findings } = result;
  if (sarif) io.stdout.write(await toSarif(findings, io.cwd));
  else {
    const flat = findings.map(({ range, ...finding }) => ({
      ...finding,
      line: range?.start.line,
      column: range?.start.column,
    }));
    reporter.result('skills-validate/1', { ...result, findings: flat }, () =>
      [
        ...findings.map((finding) => describeFinding(finding, reporter.paint.bind(reporter))),
        summaryOf(result, findings),
      ].join('\n'),
    );
  }
  const fails = ({ severity }: Finding) => severity === 'error' || (failOn === 'warning' && severity === 'warning');
  return findings.some(fails) ? 1 : 0;
}

function summaryOf({ packs, skills }: { packs: number; skills: number }, findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return `${counted(skills, 'skill')} in ${counted(packs, 'pack')}: ${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.`;
}
