import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { strings } from '../strings/ui.ts';
import { copyText } from './copy-text.ts';

/** A button that copies `text` as it is, and says so for a moment. `isSmall` leaves the icon only, for lists of many. */
export function CopyTextButton({ text, label, isSmall = false }: { text: string; label: string; isSmall?: boolean }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);

  const icon = outcome === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />;
  const words =
    outcome === 'copied'
      ? strings.copyTextButton.copied
      : outcome === 'failed'
        ? strings.copyTextButton.couldNotCopy
        : label;
  const onClick = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  if (isSmall) {
    return (
      <ActionIcon size={22} aria-label={words} title={words} onClick={onClick}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button leftSection={icon} onClick={onClick}>
      {words}
    </Button>
  );
}
