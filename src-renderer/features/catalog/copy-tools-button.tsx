import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyTools } from './copy-tools.ts';

/** Copies the named tools as JSON, and says so. */
export function CopyToolsButton({ names, label }: { names: readonly string[]; label: string }) {
  return (
    <Button leftSection={<IconCopy size={14} />} onClick={() => void copyTools(names)}>
      {label}
    </Button>
  );
}
