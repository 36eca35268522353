import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../strings/documents.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { TextDiff } from '../ui/text-diff/text-diff.tsx';
import { useDocuments } from './document-store.ts';
import styles from './documents.module.css';
import type { OpenDocument } from './use-document.ts';

type Pair = 'both' | 'mine' | 'theirs';

/** The differences between the file, the unsaved text, and the version that both started from. */
export function CompareDialog({ document, theirs }: { readonly document: OpenDocument; readonly theirs: string }) {
  const isComparing = useDocuments((state) => state.isComparing);
  const close = () => useDocuments.setState({ isComparing: false });
  return (
    <Modal
      opened={isComparing}
      onClose={close}
      title={strings.compareDialog.fileAndYourText(visibleString(document.title))}
      size="90%"
    >
      {isComparing && <Comparison document={document} theirs={theirs} close={close} />}
    </Modal>
  );
}

function Comparison({
  document: { text, baseText, keepMine, takeTheirs },
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
        aria-label={strings.compareDialog.whatCompare}
        value={pair}
        onChange={(value) => setPair(value as Pair)}
        data={[
          { value: 'both', label: strings.compareDialog.fileMine },
          // A draft from before a restart keeps only the hash of the text it began with.
          { value: 'mine', label: strings.compareDialog.whatIChanged, disabled: baseText === null },
          { value: 'theirs', label: strings.compareDialog.whatChangedFile, disabled: baseText === null },
        ]}
      />
      <div className={styles.diff} data-testid="document-compare">
        <TextDiff before={before} after={after} label={strings.compareDialog.document} split onlyChanges />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button onClick={close} data-autofocus>
          {strings.compareDialog.decideLater}
        </Button>
        <Button onClick={choose(takeTheirs)}>{strings.compareDialog.takeTheirs}</Button>
        <Button variant="filled" onClick={choose(keepMine)}>
          {strings.compareDialog.keepMine}
        </Button>
      </Group>
    </>
  );
}
