import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { Suggestion } from '#shared/domain/why-not.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/why-not.ts';
import { cutText } from '../../ui/cut-text.ts';

/** Writes a suggestion into pegboard.yaml and offers to take it back; results follow by the workspace's new revision. */
export function useApplySuggestion() {
  const path = useWorkspace()?.path ?? '';
  return useMutation({
    mutationFn: ({ suggestion, base }: { suggestion: Suggestion; base: string | null }) =>
      editConfig(path, {
        changes: [suggestion.change],
        done: labelOf(suggestion),
        notice: '',
        ...(base !== null && { base }),
      }),
    onSuccess: (written) => {
      if (!written)
        notifications.show({
          title: strings.useApplySuggestion.nothingWrite,
          message: strings.useApplySuggestion.overlayAlready,
        });
    },
    onError: (error) => tellError(error, strings.useApplySuggestion.nothingWasWritten),
  });
}

function labelOf({ edit }: Suggestion): string {
  return cutText(strings.useApplySuggestion.added(edit.text, editedFieldText[edit.field], edit.tool), 200);
}
