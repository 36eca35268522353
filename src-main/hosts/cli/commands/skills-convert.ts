import { resolve } from 'node:path';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { counted } from '#shared/counted.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { Loss, SkillConversion } from '#shared/domain/skill-conversion.ts';
import { type CommandContext, type CommandResult, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';

export interface ConvertOptions {
  readonly to: SkillFormat;
  readonly out: string;
  readonly yes?: boolean | undefined;
}

/** `pegboard skills convert <path> --to … --out <dir>`: exit code 1 when a skill could not be read. */
export async function convert(context: CommandContext, path: string, options: ConvertOptions): CommandResult {
  const { io, reporter } = context;
  return withServices(context, async (services) => {
    const result = await services.skills.convert(
      {
        path: resolve(io.cwd, path),
        to: options.to,
        out: resolve(io.cwd, options.out),
        overwrite: options.yes ?? false,
      },
      { signal: io.signal },
    );
    const findings = result.findings.map((finding) =>
      finding.path === undefined ? finding : { ...finding, path: pathFrom(io.cwd, finding.path) },
    );
    reporter.findings(findings.filter(({ severity }) => severity !== 'info'));
    reporter.result('skills-convert/1', { ...result, findings }, () => describe(result));
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

function describe({ target, format, skills, written, unchanged, loss }: SkillConversion): string {
  const lines = [...written.map((file) => `wrote ${file}`), ...unchanged.map((file) => `same  ${file}`)];
  const sum = `${counted(skills, 'skill')} as ${format} in ${target}: ${counted(written.length, 'file')} written, ${unchanged.length} unchanged.`;
  return plainText([...lines, ...describeLoss(loss), sum].join('\n'), { lines: true });
}

/** The loss report: an entry that applies to several skills is printed once. */
export function describeLoss(loss: readonly Loss[]): string[] {
  const groups = new Map<string, { loss: Loss; count: number }>();
  for (const one of loss) {
    const key = one.field === 'name' ? 'name' : `${one.kind} ${one.field} ${one.message}`;
    groups.set(key, { loss: groups.get(key)?.loss ?? one, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  if (groups.size === 0) return ['Nothing was lost.'];
  return [
    'Not mapped exactly:',
    ...[...groups.values()].map(
      ({ loss: { skill, kind, field, message }, count }) =>
        `  ${kind.padEnd(7)} ${field}: ${message} (${count === 1 ? skill : `${count} skills`})`,
    ),
  ];
}
