import { Kbd } from '@mantine/core';
import { isMac } from '../../ui/is-mac.ts';
import { shortcutKeys } from './keymap.ts';

/** A shortcut as keycaps. */
export function ShortcutKeys({ shortcut }: { shortcut: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {shortcutKeys(shortcut, isMac).map((key, index) => (
        <span key={key}>
          {index > 0 && ' '}
          <Kbd size="xs">{key}</Kbd>
        </span>
      ))}
    </span>
  );
}
