import { Button, Loader, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PayloadRequest } from '#shared/contract/providers.ts';
import { nativeSearchSchema, type Payload, type ProviderName } from '#shared/domain/payload.ts';
import { bodyText } from '#shared/domain/request-text.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona } from '../../state/active-persona.ts';
import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './costs.module.css';
import { copyRequest, useShownCosts } from './costs-actions.ts';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';
import { ProfileSelect } from './profile-select.tsx';
import { RequestFacts } from './request-facts.tsx';

const providers: Readonly<Record<ProviderName, string>> = {
  anthropic: 'Anthropic Messages',
  'openai-responses': 'OpenAI Responses',
  'openai-chat': 'Chat Completions, no own search',
};

/** A request over ten thousand tools takes seconds to build: the query must rest so long, milliseconds. */
const restMs = 500;

/** The request that a provider would get: its tokens, names and findings on the left, its body on the right. */
export function RequestsPanel() {
  const { payload, isFetching, error } = usePayload();
  useEffect(() => {
    useShownCosts.setState({ payload });
    return () => useShownCosts.setState({ payload: null });
  }, [payload]);
  return (
    <div className={styles.column}>
      <Controls canCopy={payload !== null} isFetching={isFetching} />
      {error ? (
        <div className={styles.scroll}>
          <ErrorNotice error={error} />
        </div>
      ) : payload ? (
        <div className={styles.request}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
          <section className={styles.scroll} tabIndex={0} aria-label="Figures of the request">
            <RequestFacts payload={payload} />
          </section>
          <Body payload={payload} />
        </div>
      ) : (
        <div className={styles.waiting} role="status">
          <Loader size="sm" /> Building the request…
        </div>
      )}
    </div>
  );
}

function Controls({ canCopy, isFetching }: { canCopy: boolean; isFetching: boolean }) {
  const { provider, search, query, set } = useCosts();
  return (
    <div className={styles.toolbar}>
      <NativeSelect
        label="Provider"
        data={Object.entries(providers).map(([value, label]) => ({ value, label }))}
        value={provider}
        onChange={({ currentTarget: { value } }) => {
          if (value in providers) set({ provider: value as ProviderName });
        }}
      />
      <ProfileSelect />
      {provider === 'anthropic' && (
        <NativeSelect
          label="It searches by"
          data={[{ value: '', label: 'as the workspace says' }, ...nativeSearchSchema.options]}
          value={search ?? ''}
          onChange={({ currentTarget: { value } }) => set({ search: nativeSearchSchema.safeParse(value).data ?? null })}
        />
      )}
      <TextInput
        id={costsPlaces.requests}
        className={styles.grow}
        label="What the user says"
        autoComplete="off"
        value={query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      <span className={styles.buttons}>
        {isFetching && <Loader size="sm" aria-label="Building the request" />}
        {(['JSON', 'curl', 'TypeScript'] as const).map((kind) => (
          <Button key={kind} disabled={!canCopy} onClick={() => copyRequest(kind)}>
            Copy {kind}
          </Button>
        ))}
      </span>
    </div>
  );
}

function Body({ payload }: { payload: Payload }) {
  const text = useMemo(() => bodyText(payload), [payload]);
  return (
    <section className={styles.body} aria-label="Body of the request" data-testid="request-body">
      <CodeEditor path="costs/request.json" value={text} language="json" label="Body of the request" readOnly />
    </section>
  );
}

function usePayload() {
  const client = useClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const { provider, profile, search, query } = useCosts();
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
    // Of another provider it would be the wrong answer, not an old one.
    payload: built.data?.provider === provider ? built.data : null,
    isFetching: built.isFetching || query.trim() !== resting,
    error: built.error ? toPegboardError(built.error) : null,
  };
}
