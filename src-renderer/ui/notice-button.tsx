import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** The text of a notification with the one thing that can be done about it. */
export function noticeButton(label: string, onClick: () => void, text?: string): ReactNode {
  return (
    <>
      {text !== undefined && <div style={{ marginBottom: 8, overflowWrap: 'anywhere' }}>{text}</div>}
      <Button onClick={onClick}>{label}</Button>
    </>
  );
}
