import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ServerReview } from '#shared/domain/server-review.ts';
import { useClient } from '../../platform/client.ts';
import { useSourceList } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/server-review.ts';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { openReview } from './review-acts.ts';
import styles from './server-review.module.css';

/** A configuration in the folder of the workspace, with servers that are not sources yet. */
export interface ProjectOffer {
  readonly path: string;
  /** Its path within the folder, such as `.mcp.json`. */
  readonly file: string;
  readonly servers: number;
  /** Some of its servers are sources already. */
  readonly isRest: boolean;
}

/** The configurations of a project that offer something new. */
export function projectOffers({ servers, configs }: ServerReview, folder: string): readonly ProjectOffer[] {
  return configs
    .filter(({ scope }) => scope === 'project')
    .map(({ path }) => {
      const own = servers.filter(
        ({ config_path, scope, obstacles }) =>
          config_path === path && scope === 'project' && !obstacles.some(({ code }) => code === 'serves_itself'),
      );
      const fresh = own.filter(({ same_as, repeats, disabled }) => same_as === null && repeats === null && !disabled);
      return { path, file: fileWithin(folder, path), servers: fresh.length, isRest: fresh.length < own.length };
    })
    .filter((offer) => offer.servers > 0);
}

function fileWithin(folder: string, path: string): string {
  const isInside = path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length));
  return isInside ? path.slice(folder.length + 1) : (path.split(/[\\/]/).at(-1) ?? path);
}

/** `Use the 15 servers of .mcp.json`. */
export function offerWords({ servers, isRest, file }: ProjectOffer): string {
  return isRest ? strings.projectOffer.toUseMoreServers(servers, file) : strings.projectOffer.toUseFrom(servers, file);
}

interface Declined {
  /** Paths of configurations whose offer the user put away. */
  readonly paths: readonly string[];
}

const useDeclined = create<Declined>()(
  persist((): Declined => ({ paths: [] }), { name: 'pegboard.declined-offers', version: 1 }),
);

const rememberedDeclines = 100;

/** The offers of the open workspace; those that the user put away are left out. Starts nothing. */
export function useProjectOffers(): readonly ProjectOffer[] {
  const client = useClient();
  const folder = useWorkspace()?.path;
  const sources = useSourceList()
    .map(({ name }) => name)
    .join('\n');
  const declined = useDeclined((state) => state.paths);
  const review = useQuery({
    queryKey: ['project-offer', folder, sources],
    queryFn: ({ signal }) => client.discovery.review({ origin: { kind: 'discovered' } }, { signal }),
    enabled: folder !== undefined,
    // A configuration may have come since the window was left.
    refetchOnWindowFocus: 'always',
    placeholderData: (before, query) => (query?.queryKey[1] === folder ? before : undefined),
  });
  if (!review.data || folder === undefined) return [];
  return projectOffers(review.data, folder).filter(({ path }) => !declined.includes(path));
}

/** Leads from an offer to the sheet. */
export function OfferButton({ offer, isPrimary = true }: { offer: ProjectOffer; isPrimary?: boolean }) {
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const open = () => {
    const subject = { title: offer.file, origin: { kind: 'discovered' }, onlyConfig: offer.path } as const;
    void openReview(client, { workspace, subjects: [subject] });
  };
  return (
    <Button {...(isPrimary ? { variant: 'filled' } : {})} onClick={open} data-testid="project-offer">
      {visibleString(offerWords(offer))}
    </Button>
  );
}

function offerSentence({ file: path, servers }: ProjectOffer): ReactNode {
  const file = <VisibleText as="span" className="mono" text={path} lines={false} />;
  return servers === 1
    ? fill(strings.projectOffer.inThisFolderListsOne, { file })
    : fill(strings.projectOffer.inThisFolderLists, { file, servers: formatCount(servers) });
}

/** The offers as a bar above a list of sources. Each offer can be dismissed. */
export function OfferBar() {
  return useProjectOffers().map((offer) => (
    <section
      key={offer.path}
      className={`${styles.offer} wrapping keeps`}
      aria-label={strings.projectOffer.serversIn(offer.file)}
    >
      <span className={`${styles.offerText} wraps`}>{offerSentence(offer)}</span>
      <OfferButton offer={offer} isPrimary={false} />
      <Button
        variant="subtle"
        color="gray"
        onClick={() =>
          useDeclined.setState(({ paths }) => ({ paths: [...paths.slice(1 - rememberedDeclines), offer.path] }))
        }
      >
        {strings.projectOffer.notNow}
      </Button>
    </section>
  ));
}
