import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { HelpPage } from '../../../docs/scripts/help-pages.ts';
import { strings } from '../../strings/app.ts';
import styles from './help-sheet.module.css';

/** One page of the documentation. `onOpen` gets the id of a page that a link leads to; `children` stand below the title. */
export function HelpPageView({
  page,
  onOpen,
  onBack,
  children,
}: {
  page: HelpPage;
  onOpen(id: string): void;
  onBack(): void;
  children: ReactNode;
}) {
  const article = useRef<HTMLElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const shown = article.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-page]') : null;
      if (!link) return;
      event.preventDefault();
      onOpen(link.getAttribute('data-page') ?? '');
    };
    shown?.addEventListener('click', follow);
    return () => shown?.removeEventListener('click', follow);
  }, [onOpen]);
  // The page takes the place of the list: the keyboard goes on here.
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="stack gap-12" data-testid="help-page">
      <div className="row gap-8">
        <Button
          ref={back}
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowLeft size={14} />}
          onClick={onBack}
        >
          {strings.helpSheet.allTopics}
        </Button>
        {children}
      </div>
      <article ref={article} className={styles.page}>
        <h3>{page.title}</h3>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it from the pages of this repository */}
        <div dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
    </div>
  );
}
