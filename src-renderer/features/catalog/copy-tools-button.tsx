import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useCopyTools } from './use-copy-tools.ts';

/** Copies the named tools as JSON, and says so. */
export function CopyToolsButton({ names, label }: { names: readonly string[]; label: string }) {
  const copyTools = useCopyTools();
  return (
    <Button leftSection={<IconCopy size={14} />} onClick={() => void copyTools(names)}>
      {label}
    </Button>
  );
}
