import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ToolEdit } from '#shared/domain/why-not.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import { useClient } from '../../platform/client.ts';
import { undoOfEdit } from '../../platform/edit-config.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

/** Writes an edit into pegboard.yaml and offers to take it back; results follow by the workspace's new revision. */
export function useApplyEdit() {
  const client = useClient();
  const path = useWorkspace()?.path ?? '';
  return useMutation({
    mutationFn: (edit: ToolEdit) => client.catalog.applyEdit(edit),
    onSuccess: ({ undo }, edit) => {
      const done = `Added “${edit.text}” to the ${editedFieldText[edit.field]} of ${edit.tool}`;
      if (undo === null) notifications.show({ title: 'Nothing to write', message: 'The overlay says that already.' });
      else offerUndo(undoOfEdit(client, { workspace: path, done, undo }));
    },
    onError: (error) => tellError(error, 'Nothing was written'),
  });
}
