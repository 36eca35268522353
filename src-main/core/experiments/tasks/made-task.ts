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

/** Each task once, with a number where another task has the same path. The numbers depend on the order alone, so that a second run finds the same files. */
export function distinct(made: readonly MadeTask[]): MadeTask[] {
  const paths = new Set<string>();
  const texts = new Set<string>();
  return made.flatMap(({ path, text }) => {
    if (texts.has(`${path}\n${text}`)) return [];
    texts.add(`${path}\n${text}`);
    let own = path;
    for (let i = 2; paths.has(own); i++) own = path.replace(/\.(task|world)\.yaml$/, `-${i}.$1.yaml`);
    paths.add(own);
    return [{ path: own, text }];
  });
}
