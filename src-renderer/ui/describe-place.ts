import type { Finding } from '#shared/domain/finding.ts';

/** `file:line:column` of an error's data, as far as it says; null when it names no file. */
export function describePlace(data: Record<string, unknown> | undefined): string | null {
  const file = data?.file;
  if (typeof file !== 'string') return null;
  return [file, data?.line, data?.column].filter((part) => part !== undefined && part !== null).join(':');
}

/** `path:line:column` of a finding; null when it names no path. */
export function findingPlace(finding: Finding): string | null {
  if (finding.path === undefined) return null;
  const { range } = finding;
  return range ? `${finding.path}:${range.start.line}:${range.start.column}` : finding.path;
}
