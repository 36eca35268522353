import { Button, Group, Text } from '@mantine/core';
import { IconListSearch, IconMoodEmpty, IconToggleLeft, IconUserOff } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useActivePersona, useSetPersona } from '../../state/active-persona.ts';
import { cutText } from '../../ui/cut-text.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { FixButton } from '../diagnoses/fix-button.tsx';
import { askWhyNot } from '../why-not/why-not-commands.ts';
import { focusPlace } from './focus-places.ts';
import { HybridOff } from './hybrid/hybrid-off.tsx';
import styles from './playground.module.css';
import { emptyPolicy, usePlayground } from './playground-store.ts';
import { toolPolicyOf } from './search-request-of.ts';

const examples = ['create an issue', 'send a message', 'list open pull requests'];

/** Personas that are a click away; all of them are at the top right. */
const offeredPersonas = 4;

/** Before the first letter: what this screen is for. */
export function BlankQuery() {
  const set = usePlayground((state) => state.set);
  return (
    <EmptyPage
      icon={<IconListSearch size={28} />}
      title="Ask as your agent would"
      actions={examples.map((example) => (
        <Button
          key={example}
          onClick={() => {
            set({ query: example, searchType: 'fts' });
            focusPlace('query');
          }}
        >
          {example}
        </Button>
      ))}
    >
      Type what the agent needs: you see the tools that tool_search returns, and where every point of their scores comes
      from.
    </EmptyPage>
  );
}

/** Nothing matched: why, and what would. */
export function NoHits({ response, isStale }: { response: SearchResponse; isStale: boolean }) {
  const set = usePlayground((state) => state.set);
  const { always_loaded_matches: onBoard, output } = response;
  return (
    <div className={styles.list} style={{ height: '100%' }} data-stale={isStale || undefined} data-testid="no-hits">
      <EmptyPage
        icon={<IconMoodEmpty size={28} />}
        title={`Nothing for “${visibleString(cutText(output.query, 200))}”`}
        actions={
          onBoard > 0 ? (
            <Button variant="filled" onClick={() => set({ includeAlwaysLoaded: true })}>
              Include the {formatPlural(onBoard, 'tool')} on the board
            </Button>
          ) : (
            <Button onClick={() => askWhyNot()}>Why not …?</Button>
          )
        }
      >
        {onBoard === 0 && <Text>The line above says which ways were tried. Try fewer or other words.</Text>}
        {onBoard === 0 && (
          <Text mt="sm">
            Should a tool have been found? Ask why it was not: the answer has the words that would lift it.
          </Text>
        )}
        {onBoard > 0 && (
          <Text>
            {formatPlural(onBoard, 'always loaded tool')} would have matched. {onBoard === 1 ? 'It is' : 'They are'} in
            the prompt already, so tool_search leaves {onBoard === 1 ? 'it' : 'them'} out.
          </Text>
        )}
        <NarrowedCatalog response={response} />
      </EmptyPage>
    </div>
  );
}

/** The persona that searches ran as is no longer configured. Going on without it would show every tool. */
export function PersonaGone({ name }: { name: string }) {
  const personas = useWorkspace()?.config.personas ?? [];
  const setPersona = useSetPersona();
  return (
    <div style={{ height: '100%', overflow: 'auto' }} data-testid="persona-gone">
      <EmptyPage
        icon={<IconUserOff size={28} />}
        title={`Persona ${visibleString(name)} is gone from pegboard.yaml`}
        actions={
          <>
            {personas.slice(0, offeredPersonas).map((persona) => (
              <Button key={persona.name} onClick={() => setPersona(persona.name)}>
                Search as {visibleString(persona.name)}
              </Button>
            ))}
            <Button onClick={() => setPersona(null)}>Search without a persona</Button>
          </>
        }
      >
        Nothing is searched until you choose another one, or none: without it, every tool would be seen.
      </EmptyPage>
    </div>
  );
}

/** A search that found nothing because the caller may see little. */
function NarrowedCatalog({ response }: { response: SearchResponse }) {
  const workspace = useWorkspace();
  const persona = useActivePersona();
  const setPersona = useSetPersona();
  const policy = usePlayground((state) => state.policy);
  const set = usePlayground((state) => state.set);
  const seen = response.explanation?.corpus.tools;
  const hasPolicy = toolPolicyOf(policy) !== null;
  if (!workspace || seen === undefined || seen >= workspace.tools || !(persona || hasPolicy)) return null;
  return (
    <div data-testid="narrowed-catalog">
      <Text mt="sm">
        This caller may use {formatCount(seen)} of {formatPlural(workspace.tools, 'tool')}.
      </Text>
      <Group gap="sm" justify="center" mt="sm">
        {persona && (
          <Button onClick={() => setPersona(null)}>Search without persona {visibleString(persona.name)}</Button>
        )}
        {hasPolicy && <Button onClick={() => set({ policy: emptyPolicy })}>Search without the policy</Button>}
      </Group>
    </div>
  );
}

/** The search did not run. */
export function SearchFailed({ error }: { error: PegboardError }) {
  const waits = useWorkspace()?.findings.some(({ code }) => code === 'search_off_with_deferred') === true;
  if (error.code === 'tool_search_not_configured') {
    return (
      <EmptyPage
        icon={<IconToggleLeft size={28} />}
        title="Tool search is off in this workspace"
        actions={<FixButton finding={{ code: waits ? 'search_off_with_deferred' : 'search_off' }} isMain hasKey />}
      >
        Every permitted tool is in the prompt, so there is nothing to search, and a model that calls tool_search reads
        that it is not configured. The cause: <span className="mono">tool_search.enabled</span> is false in
        pegboard.yaml. To turn it on defers{' '}
        {waits ? 'the tools that say so' : 'every tool that no pattern of always_loaded_patterns names'}; the index is
        made by itself.
      </EmptyPage>
    );
  }
  if (error.code === 'hybrid_not_configured') return <HybridOff />;
  return (
    <div style={{ padding: 12 }}>
      <ErrorNotice error={error} />
    </div>
  );
}
