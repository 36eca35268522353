import { Button, Drawer, Table, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { HelpPage, HelpTexts } from '../../../docs/scripts/help-pages.ts';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/app.ts';
import { news } from '../../strings/help.ts';
import { ShortcutKeys } from '../commands/shortcut-keys.tsx';
import { matchPalette } from '../palette/match-palette.ts';
import { routeOf } from '../routes.ts';
import { HelpPageView } from './help-page-view.tsx';
import styles from './help-sheet.module.css';
import { markNewsAsSeen, useHasNews } from './seen-news.ts';

/** The documentation, the shortcuts of the current screen, the terms, and what is new: one list with a search. */
export function HelpSheet({ commands }: { commands: readonly Command[] }) {
  const { dialog, closeDialog } = useNavigation();
  const opened = dialog === 'help';
  useEffect(() => {
    if (opened) markNewsAsSeen();
  }, [opened]);
  return (
    <Drawer opened={opened} onClose={closeDialog} size={520} title={strings.helpSheet.help}>
      {opened && <HelpContent commands={commands} onClose={closeDialog} />}
    </Drawer>
  );
}

/** The pages are many bytes that few starts need: they are loaded with the first help. */
function useHelpTexts(): HelpTexts {
  const [texts, setTexts] = useState<HelpTexts>({ guide: [], concepts: [], reference: [], glossary: [] });
  useEffect(() => {
    void import('virtual:help-texts').then(({ helpTexts }) => setTexts(helpTexts));
  }, []);
  return texts;
}

/** What changed comes first for a user who has not seen it, else last. */
function HelpContent({ commands, onClose }: { commands: readonly Command[]; onClose(): void }) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const hasNews = useHasNews();
  const [isNewsFirst] = useState(hasNews);
  const { feature } = useNavigation();
  const texts = useHelpTexts();
  const page = [...texts.guide, ...texts.concepts, ...texts.reference].find(({ id }) => id === shown);
  if (page)
    return (
      <HelpPageView key={page.id} page={page} onOpen={setShown} onBack={() => setShown(null)}>
        <ScreenButton page={page} onClose={onClose} />
      </HelpPageView>
    );
  const available = commands.filter(({ shortcut, when }) => shortcut !== undefined && (when?.() ?? true));
  const [tasks, concepts, reference] = [texts.guide, texts.concepts, texts.reference].map((pages) =>
    matching(pages, query, ({ title, summary, words }) => `${title} ${words} ${summary}`),
  );
  const shortcuts = matching(available, query, ({ title, group, words = '' }) => `${title} ${group} ${words}`);
  const terms = matching(texts.glossary, query, ({ title, text }) => `${title} ${text}`);
  const isEmpty = !isAboutNews(query) && [tasks, concepts, reference, shortcuts, terms].every((list) => !list?.length);
  return (
    <div className="stack gap-12" data-testid="help">
      <TextInput
        data-autofocus
        aria-label={strings.helpSheet.searchHelp}
        placeholder={strings.helpSheet.searchTasksShortcutsTerms}
        leftSection={<IconSearch size={14} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {isNewsFirst && <News isShown={query.trim() === ''} />}
      {isEmpty && <p className="dim">{strings.helpSheet.noTaskShortcutTerm}</p>}
      <Pages title={strings.helpSheet.how} pages={tasks} onOpen={setShown} onClose={onClose} />
      <Section title={strings.helpSheet.shortcuts(routeOf(feature).title)} isShown={shortcuts.length > 0}>
        <Shortcuts commands={shortcuts} />
      </Section>
      <Section title={strings.helpSheet.terms} isShown={terms.length > 0}>
        <dl className={`${styles.terms} flush`}>
          {terms.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Pages title={strings.helpSheet.concepts} pages={concepts} onOpen={setShown} onClose={onClose} />
      <Pages title={strings.helpSheet.reference} pages={reference} onOpen={setShown} onClose={onClose} />
      {!isNewsFirst && <News isShown={query.trim() === '' || isAboutNews(query)} />}
    </div>
  );
}

const isAboutNews = (query: string) => matchPalette([{ text: strings.helpSheet.newsWords }], query, 1).length > 0;

function News({ isShown }: { isShown: boolean }) {
  return (
    <Section title={strings.helpSheet.whatsNew} isShown={isShown}>
      {news.map(({ version, items }) => (
        <article key={version} className={styles.entry}>
          <h4>{strings.helpSheet.version(version)}</h4>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </article>
      ))}
    </Section>
  );
}

function Pages({
  title,
  pages = [],
  onOpen,
  onClose,
}: {
  title: string;
  pages: readonly HelpPage[] | undefined;
  onOpen(id: string): void;
  onClose(): void;
}) {
  return (
    <Section title={title} isShown={pages.length > 0}>
      {pages.map((page) => (
        <article key={page.id} className={styles.entry}>
          <h4>
            <button type="button" className={styles.open} onClick={() => onOpen(page.id)}>
              {page.title}
            </button>
          </h4>
          <p>{page.summary}</p>
          <ScreenButton page={page} onClose={onClose} />
        </article>
      ))}
    </Section>
  );
}

/** Leads to the screen where the task of a page is done; nothing where that is the screen behind the help. */
function ScreenButton({ page: { screen }, onClose }: { page: HelpPage; onClose(): void }) {
  const { feature, goTo } = useNavigation();
  if (screen === undefined || screen === feature) return null;
  return (
    <Button
      size="compact-xs"
      onClick={() => {
        onClose();
        goTo(screen);
      }}
    >
      {strings.helpSheet.open(routeOf(screen).title)}
    </Button>
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

/** The entries that hold every word of the query, best first; all of them in their order without a query. */
function matching<Entry>(entries: readonly Entry[], query: string, textOf: (entry: Entry) => string): readonly Entry[] {
  const searchable = entries.map((entry) => ({ entry, text: textOf(entry).toLowerCase() }));
  return matchPalette(searchable, query, entries.length).map(({ entry }) => entry);
}
