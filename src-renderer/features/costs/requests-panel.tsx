import { Button, Loader, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PayloadRequest } from '#shared/contract/providers.ts';
import {
  nativeSearchSchema,
  type Payload,
  type ProviderName,
  providerFacts,
  providerNameSchema,
  providerTitle,
} from '#shared/domain/payload.ts';
import { bodyText } from '#shared/domain/request-text.ts';
import { useActivePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/costs.ts';
import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './costs.module.css';
import { copyRequest, useShownCosts } from './costs-actions.ts';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';
import { ProfileSelect } from './profile-select.tsx';
import { RequestFacts } from './request-facts.tsx';

/** A request over ten thousand tools takes seconds to build: the query must rest so long, milliseconds. */
const restMs = 500;

/** The requests that providers would get: all side by side, or one with its figures on the left and its body on the right. */
export function RequestsPanel() {
  const provider = useCosts((state) => state.provider);
  return provider === 'all' ? (
    <div className="column">
      <Controls payload={null} isFetching={false} />
      <div className={`${styles.requests} rest grid`}>
        {providerNameSchema.options.map((name) => (
          <RequestColumn key={name} provider={name} />
        ))}
      </div>
    </div>
  ) : (
    <OneRequest provider={provider} />
  );
}

function OneRequest({ provider }: { provider: ProviderName }) {
  const { payload, isFetching, error } = usePayload(provider);
  useEffect(() => {
    useShownCosts.setState({ payload });
    return () => useShownCosts.setState({ payload: null });
  }, [payload]);
  return (
    <div className="column">
      <Controls payload={payload} isFetching={isFetching} />
      {payload ? (
        <div className={`${styles.request} rest grid`}>
          <ScrollRegion className={`${styles.scroll} scrolling-rest`} aria-label={strings.requestsPanel.figuresRequest}>
            <RequestFacts payload={payload} estimators={['estimate', 'o200k']} />
          </ScrollRegion>
          <Body payload={payload} />
        </div>
      ) : (
        <NoPayload error={error} />
      )}
    </div>
  );
}

function NoPayload({ error }: { error: Error | null }) {
  if (error) {
    return (
      <div className={`${styles.scroll} scrolling-rest`}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  return (
    <div className={`${styles.waiting} row gap-12`} role="status">
      <Loader size="sm" /> {strings.requestsPanel.buildingRequest}
    </div>
  );
}

/** One of the requests side by side. */
function RequestColumn({ provider }: { provider: ProviderName }) {
  const { payload, isFetching, error } = usePayload(provider);
  const estimator = usePreferences((state) => state.estimator);
  const { title } = providerFacts[provider];
  return (
    <section className={styles.requestColumn} aria-label={title} data-testid="request-column" data-provider={provider}>
      <div className={`${styles.requestHead} wrapping`}>
        <h2 className={styles.heading}>{title}</h2>
        {isFetching && payload && <Loader size="xs" aria-label={strings.requestsPanel.buildingRequest2(title)} />}
        <CopyButtons payload={payload} isSmall />
      </div>
      {payload ? (
        <>
          <ScrollRegion className={`${styles.scroll} scrolling-rest`} aria-label={strings.requestsPanel.figures(title)}>
            <RequestFacts payload={payload} estimators={[estimator]} />
          </ScrollRegion>
          <Body payload={payload} />
        </>
      ) : (
        <NoPayload error={error} />
      )}
    </section>
  );
}

function CopyButtons({ payload, isSmall = false }: { payload: Payload | null; isSmall?: boolean }) {
  return (
    <span className="bar-end">
      {(['JSON', 'curl', 'TypeScript'] as const).map((kind) => (
        <Button
          key={kind}
          {...(isSmall && { size: 'compact-xs' })}
          disabled={!payload}
          aria-label={strings.requestsPanel.copy(kind)}
          title={strings.requestsPanel.copyRequest(kind)}
          onClick={() => payload && copyRequest(kind, payload)}
        >
          {isSmall ? kind : strings.requestsPanel.copy(kind)}
        </Button>
      ))}
    </span>
  );
}

function Controls({ payload, isFetching }: { payload: Payload | null; isFetching: boolean }) {
  const { provider, search, query, set } = useCosts();
  return (
    <div className={styles.toolbar}>
      <NativeSelect
        label={strings.requestsPanel.provider}
        data={[
          { value: 'all', label: strings.requestsPanel.allSideBySide },
          ...providerNameSchema.options.map((name) => ({ value: name, label: providerTitle(name) })),
        ]}
        value={provider}
        onChange={({ currentTarget: { value } }) => {
          set({ provider: providerNameSchema.safeParse(value).data ?? 'all' });
        }}
      />
      <ProfileSelect />
      {(provider === 'anthropic' || provider === 'all') && (
        <NativeSelect
          label={provider === 'all' ? strings.requestsPanel.searchOfAnthropic : strings.requestsPanel.search}
          data={[{ value: '', label: strings.requestsPanel.asSetInWorkspace }, ...nativeSearchSchema.options]}
          value={search ?? ''}
          onChange={({ currentTarget: { value } }) => set({ search: nativeSearchSchema.safeParse(value).data ?? null })}
        />
      )}
      <TextInput
        id={costsPlaces.requests}
        className={styles.grow}
        label={strings.requestsPanel.userMessage}
        spellCheck
        value={query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      {provider !== 'all' && (
        <>
          {isFetching && <Loader size="sm" aria-label={strings.requestsPanel.buildingRequest3} />}
          <CopyButtons payload={payload} />
        </>
      )}
    </div>
  );
}

function Body({ payload }: { payload: Payload }) {
  const text = useMemo(() => bodyText(payload), [payload]);
  const label = strings.requestsPanel.bodyRequest(providerTitle(payload.provider));
  return (
    <section className={styles.body} aria-label={label} data-testid="request-body">
      <CodeEditor path={`costs/${payload.provider}.json`} value={text} language="json" label={label} readOnly />
    </section>
  );
}

function usePayload(provider: ProviderName) {
  const client = useClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const { profile, search, query } = useCosts();
  const [resting] = useDebouncedValue(query.trim(), restMs);
  const request: Partial<PayloadRequest> & Pick<PayloadRequest, 'provider'> = {
    provider,
    profile,
    ...(persona === undefined ? {} : { persona }),
    ...(resting === '' ? {} : { query: resting }),
    ...(provider === 'anthropic' && search !== null ? { search } : {}),
  };
  const built = useQuery({
    queryKey: ['payload', workspace?.path, workspace?.revision, request],
    queryFn: ({ signal }) => client.providers.payload(request, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Megabytes each, over a large catalog.
    gcTime: 10_000,
  });
  return {
    // While another request loads, the query still holds the one before it, which may be of another provider.
    payload: built.data?.provider === provider ? built.data : null,
    isFetching: built.isFetching || query.trim() !== resting,
    error: built.error,
  };
}
