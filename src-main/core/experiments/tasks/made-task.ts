import { Document } from 'yaml';

/** A task, or a world, that is not written yet. */
export interface MadeTask {
  /** From the folder of the workspace. */
  readonly path: string;
  readonly text: string;
}

/** The YAML of a task or a world. */
export function yamlOf(value: Record<string, unknown>): string {
  return new Document(value, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 });
}

/** The name of a file: small letters, digits and hyphens, at most 60. */
export function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'task' : words;
}
