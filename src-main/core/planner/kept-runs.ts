import { keptRunSchema } from '#shared/domain/kept-run.ts';
import type { Files } from '../files/files.ts';
import { RecordFolder } from '../files/record-folder.ts';
import type { Logger } from '../logger.ts';
import type { Services } from '../services.ts';

/** The last runs of the simulator, by workspace. */
export function keptRuns(options: { userDataDir: string; files: Files; logger: Logger }): Services['runs'] {
  const records = new RecordFolder({ ...options, name: 'runs', head: keptRunSchema });
  return {
    keep: async ({ workspace, run, film }) => {
      await records.keep(workspace, run, film);
      return { kept: true };
    },
    list: ({ workspace }) => records.list(workspace),
    film: ({ workspace, id }) => records.body(workspace, id),
    remove: async ({ workspace, id }) => ({ removed: await records.remove(workspace, id) }),
  };
}
