import { Alert, Text } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorTable, type PegboardError } from '#shared/errors.ts';
import { describePlace } from './describe-place.ts';

/** An error as the user reads it: what happened, where, and the next act. */
export function ErrorNotice({ error, children }: { error: PegboardError; children?: ReactNode }) {
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
      <Text>{error.message}</Text>
      {place !== null && !error.message.includes(place) && <Text className="mono">{place}</Text>}
      {error.hint !== undefined && <Text c="dimmed">{error.hint}</Text>}
      {children}
    </Alert>
  );
}
