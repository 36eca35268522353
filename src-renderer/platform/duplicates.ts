import { queryOptions } from '@tanstack/react-query';
import { type OpenRevision, thisWindow } from './this-window.ts';

/** The tools of a workspace that are there twice. */
export const duplicatesQuery = ({ path, revision }: OpenRevision) =>
  queryOptions({
    queryKey: ['catalog-duplicates', path, revision],
    queryFn: ({ signal }) => thisWindow().client.curation.duplicates(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
