import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { TextDiff } from '../ui/editor/text-diff.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { useDocuments } from './document-store.ts';
import styles from './documents.module.css';
import type { OpenDocument } from './use-document.ts';

type Pair = 'both' | 'mine' | 'theirs';

/** What differs between the file, the text that is not saved, and what both began with. */
export function CompareDialog({ document, theirs }: { readonly document: OpenDocument; readonly theirs: string }) {
  const isComparing = useDocuments((state) => state.isComparing);
  const close = () => useDocuments.setState({ isComparing: false });
  return (
    <Modal
      opened={isComparing}
      onClose={close}
      title={`${visibleString(document.title)}: the file and your text`}
      size="90%"
    >
      {isComparing && <Comparison document={document} theirs={theirs} close={close} />}
    </Modal>
  );
}

function Comparison({
  document: { text, baseText, language, keepMine, takeTheirs },
  theirs,
  close,
}: {
  readonly document: OpenDocument;
  readonly theirs: string;
  close(): void;
}) {
  const [pair, setPair] = useState<Pair>('both');
  const choose = (run: () => unknown) => () => {
    close();
    run();
  };
  const before = pair === 'both' ? theirs : (baseText ?? theirs);
  const after = pair === 'theirs' ? theirs : text;
  return (
    <>
      <SegmentedControl
        aria-label="What to compare"
        value={pair}
        onChange={(value) => setPair(value as Pair)}
        data={[
          { value: 'both', label: 'File → mine' },
          // A draft from before a restart keeps only the hash of the text it began with.
          { value: 'mine', label: 'What I changed', disabled: baseText === null },
          { value: 'theirs', label: 'What changed in the file', disabled: baseText === null },
        ]}
      />
      <div className={styles.diff} data-testid="document-compare">
        <TextDiff before={before} after={after} language={language} label="Document" split onlyChanges />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button onClick={close} data-autofocus>
          Decide later
        </Button>
        <Button onClick={choose(takeTheirs)}>Take theirs</Button>
        <Button variant="filled" onClick={choose(keepMine)}>
          Keep mine
        </Button>
      </Group>
    </>
  );
}
