import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** A button that copies `text` as it is, and says so for a moment. */
export function CopyTextButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <Button
      leftSection={outcome === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')}
    >
      {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : label}
    </Button>
  );
}
