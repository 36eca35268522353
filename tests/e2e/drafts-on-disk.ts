import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The drafts that are kept in the home of a user, as they are on disk: id → text. */
export function draftsOnDisk(home: string): Record<string, string> {
  const folder = join(home, 'drafts');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const { id, text } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { id: string; text: string };
      return [id, text];
    }),
  );
}
