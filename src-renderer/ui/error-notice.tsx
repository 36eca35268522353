import { Alert, Text } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorTable } from '#shared/errors.ts';
import { describePlace } from './error-facts.ts';
import { toPegboardError } from './pegboard-error.ts';
import { VisibleText } from './visible-text.tsx';

/** An error as the user reads it: what happened, where, and the next act. */
export function ErrorNotice({ error: given, children }: { error: Error; children?: ReactNode }) {
  const error = toPegboardError(given);
  const place = describePlace(error.data);
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconExclamationCircle size={18} />}
      title={errorTable[error.code].title}
      data-testid="error-notice"
      data-code={error.code}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <VisibleText text={error.message} />
      </Text>
      {place !== null && !error.message.includes(place) && (
        <Text className="mono">
          <VisibleText text={place} />
        </Text>
      )}
      {error.hint !== undefined && (
        <Text c="dimmed">
          <VisibleText text={error.hint} />
        </Text>
      )}
      {children}
    </Alert>
  );
}
