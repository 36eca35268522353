import { strings } from '../../strings/settings.ts';

const words: Readonly<Record<string, string>> = strings.chosenControls.nullWords;

/** What `null` means for the setting at a path, such as `policy.allowed_tools`. */
export function nullWords(path: string): string {
  const key = path.split('.').at(-1) ?? '';
  return Object.hasOwn(words, key) ? (words[key] ?? strings.chosenControls.notSet) : strings.chosenControls.notSet;
}
