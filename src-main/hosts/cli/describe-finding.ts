import type { Finding } from '#shared/domain/finding.ts';
import { plainText } from './plain-text.ts';

const colours = { error: 'red', warning: 'yellow', info: 'dim' } as const;

/** A finding in one line with its place and its code, and its hint in a second one. */
export function describeFinding(
  { severity, code, message, path, range, hint }: Finding,
  paint: (style: 'red' | 'yellow' | 'dim', text: string) => string,
): string {
  const place = range ? `${path}:${range.start.line}:${range.start.column}` : (path ?? '');
  const advice = hint ? `\n    ${plainText(hint)}` : '';
  return `${plainText(place)}: ${paint(colours[severity], severity)}: ${plainText(message)} ${paint('dim', `[${code}]`)}${advice}`;
}
