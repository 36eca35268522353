import type { Services } from '#core/services.ts';
import type { CommandContext } from './command-context.ts';

/** Loads the packs and tells on stderr what is wrong with them; whether every enabled pack was loaded. */
export async function reportPackFindings({ io, reporter }: CommandContext, services: Services): Promise<boolean> {
  const report = await services.skills.load({ reload: false }, { signal: io.signal });
  const findings = [...report.findings, ...report.packs.flatMap((pack) => pack.findings)];
  reporter.findings(findings.filter(({ severity }) => severity !== 'info'));
  if (report.memory_reason) reporter.note(report.memory_reason);
  return report.packs.every(({ status }) => status !== 'failed');
}
