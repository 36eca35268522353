import { notifications } from '@mantine/notifications';
import type { ImportResult } from '#shared/domain/import-plan.ts';
import { errorTable, type PegboardError } from '#shared/errors.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/sources.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { importSentence } from '../../ui/import-summary.ts';
import { noticeButton } from '../../ui/notice-button.tsx';

/** Says what an import wrote. */
export function tellImported(result: ImportResult): void {
  notifications.show({
    title: result.written ? strings.jobNotices.imported : strings.jobNotices.nothingChanged,
    message: visibleString(importSentence(result)),
    color: result.written ? 'green' : 'gray',
  });
}

/** Says that an import failed, where the Sources screen is not there to show it. */
export function tellFailed(label: string, error: PegboardError, show: () => void): void {
  if (useNavigation.getState().feature === 'sources') return;
  const id = notifications.show({
    title: `${visibleString(label)}: ${errorTable[error.code].title}`,
    message: noticeButton(strings.jobNotices.showSources, () => {
      notifications.hide(id);
      show();
    }),
    color: 'red',
    autoClose: false,
  });
}
