import type { LayoutInput } from './payload-input.ts';
import { type SentName, sentKey } from './sent-names.ts';

/** The sent name of a tool of the request. Histories are cut to those before they are laid out, so each has one. */
export function sentName(name: string, { tools, names }: Pick<LayoutInput, 'tools' | 'names'>): SentName {
  const tool = tools.get(name);
  if (!tool) throw new Error('A history names a tool that is not in the request.');
  return names.sentOf(tool);
}

export function sentNameOf(name: string, input: Pick<LayoutInput, 'tools' | 'names'>): string {
  return sentKey(sentName(name, input));
}
