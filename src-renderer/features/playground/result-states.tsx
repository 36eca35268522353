import { Button, Group, Text } from '@mantine/core';
import { IconListSearch, IconMoodEmpty } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { useActivePersona, useSetPersona } from '../../platform/active-persona.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { emptyPolicy, usePlayground } from '../../state/playground-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { cutText } from '../../ui/cut-text.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { focusPlace } from './focus-places.ts';
import styles from './playground.module.css';
import { toolPolicyOf } from './search-request-of.ts';

const examples = ['create an issue', 'send a message', 'list open pull requests'];

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
              Include the {formatPlural(onBoard, 'always-loaded tool')}
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
