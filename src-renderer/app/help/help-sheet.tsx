import { Button, Drawer, Table, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { ShortcutKeys } from '../commands/shortcut-keys.tsx';
import { matchPalette } from '../palette/match-palette.ts';
import { routeOf } from '../routes.ts';
import styles from './help-sheet.module.css';
import { glossary, guide, type HelpEntry, news } from './help-texts.ts';
import { markNewsAsSeen } from './seen-news.ts';

/** How to do things, the shortcuts of the current screen, the terms, and what is new: one list with a search. */
export function HelpSheet({ commands }: { commands: readonly Command[] }) {
  const { dialog, closeDialog } = useNavigation();
  const opened = dialog === 'help';
  useEffect(() => {
    if (opened) markNewsAsSeen();
  }, [opened]);
  return (
    <Drawer opened={opened} onClose={closeDialog} size={520} title="Help">
      {opened && <HelpContent commands={commands} onClose={closeDialog} />}
    </Drawer>
  );
}

function HelpContent({ commands, onClose }: { commands: readonly Command[]; onClose(): void }) {
  const [query, setQuery] = useState('');
  const { feature, goTo } = useNavigation();
  const available = commands.filter(({ shortcut, when }) => shortcut !== undefined && (when?.() ?? true));
  const tasks = matching(guide, query, entryText);
  const shortcuts = matching(available, query, ({ title, group, words = '' }) => `${title} ${group} ${words}`);
  const terms = matching(glossary, query, entryText);
  const isEmpty = tasks.length + shortcuts.length + terms.length === 0;
  return (
    <div className="stack gap-12" data-testid="help">
      <TextInput
        data-autofocus
        aria-label="Search the help"
        placeholder="Search tasks, shortcuts and terms…"
        leftSection={<IconSearch size={14} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {isEmpty && <p className="dim">No task, shortcut or term matches. Try fewer words.</p>}
      <Section title="How to…" isShown={tasks.length > 0}>
        {tasks.map(({ title, text, feature: place }) => (
          <article key={title} className={styles.entry}>
            <h4>{title}</h4>
            <p>{text}</p>
            {place !== undefined && place !== feature && (
              <Button
                size="compact-xs"
                onClick={() => {
                  onClose();
                  goTo(place);
                }}
              >
                Open {routeOf(place).title}
              </Button>
            )}
          </article>
        ))}
      </Section>
      <Section title={`Shortcuts in ${routeOf(feature).title}`} isShown={shortcuts.length > 0}>
        <Shortcuts commands={shortcuts} />
      </Section>
      <Section title="Terms" isShown={terms.length > 0}>
        <dl className={`${styles.terms} flush`}>
          {terms.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="What’s new" isShown={query.trim() === ''}>
        {news.map(({ version, items }) => (
          <article key={version} className={styles.entry}>
            <h4>Version {version}</h4>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </article>
        ))}
      </Section>
    </div>
  );
}

function Section({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

function Shortcuts({ commands }: { commands: readonly Command[] }) {
  const groups = Object.entries(Object.groupBy(commands, ({ group }) => group));
  return (
    <Table verticalSpacing={4}>
      {groups.map(([group, members = []]) => (
        <Table.Tbody key={group}>
          <Table.Tr>
            <Table.Th colSpan={2} scope="rowgroup">
              {group}
            </Table.Th>
          </Table.Tr>
          {members.map(({ id, title, shortcut = '' }) => (
            <Table.Tr key={id} data-command={id} data-shortcut={shortcut}>
              <Table.Td>{title}</Table.Td>
              <Table.Td ta="right">
                <ShortcutKeys shortcut={shortcut} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}

const entryText = ({ title, text, words = '' }: HelpEntry): string => `${title} ${words} ${text}`;

/** The entries that hold every word of the query, best first; all of them in their order without a query. */
function matching<Entry>(entries: readonly Entry[], query: string, textOf: (entry: Entry) => string): readonly Entry[] {
  const searchable = entries.map((entry) => ({ entry, text: textOf(entry).toLowerCase() }));
  return matchPalette(searchable, query, entries.length).map(({ entry }) => entry);
}
