import { finding } from '#shared/domain/finding.ts';
import type { Reporter } from './reporter.ts';

/** Warns that a search ran in another way than it was asked to: its results look like those of any other. */
export function warnFallback(reporter: Reporter, reason: string | null | undefined): void {
  if (!reason) return;
  const message = `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`;
  reporter.findings([finding('search_fallback', { message })]);
}
