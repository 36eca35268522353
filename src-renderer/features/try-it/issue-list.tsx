import { Alert } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { z } from 'zod';
import { argumentIssueSchema } from '#shared/domain/live-source.ts';
import type { PegboardError } from '#shared/errors.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';

const shownIssues = 20;

/** What does not fit the schema: nothing was sent. The fields say it too; here is also what no field shows. */
export function IssueList({ error }: { error: PegboardError }) {
  const issues = z.array(argumentIssueSchema).safeParse(error.data?.issues).data ?? [];
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconExclamationCircle size={18} />}
      title={`${formatPlural(issues.length, 'problem')} with the arguments; nothing was sent`}
      role="alert"
      data-testid="argument-issues"
    >
      <ul className="plain-list">
        {issues.slice(0, shownIssues).map(({ path, pointer, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may have several, also the same twice
          <li key={index} data-issue={pointer}>
            <span className="mono">
              <HostileText text={path} limit={200} />
            </span>{' '}
            <HostileText text={message} limit={400} />
          </li>
        ))}
      </ul>
      {issues.length > shownIssues && <div className="dim">and {issues.length - shownIssues} more</div>}
    </Alert>
  );
}
