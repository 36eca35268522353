import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Profile } from '#shared/domain/config.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { isOf, useProfileDrafts } from './profile-drafts.ts';
import { fieldsText, readFields } from './profile-fields.ts';
import styles from './prompt-diff.module.css';
import { usePromptDiffActions } from './prompt-diff-actions.ts';
import { useProfileActs } from './use-profile-acts.ts';

/** The fields of a profile as YAML. One of the workspace's own can be changed; what is not written yet is kept as a draft. */
export function ProfileEditor({ workspace, profile, isOwn }: { workspace: string; profile: Profile; isOwn: boolean }) {
  const acts = useProfileActs();
  const { name } = profile;
  const written = useMemo(() => fieldsText(profile), [profile]);
  const draft = useProfileDrafts(({ drafts }) => drafts.find((one) => isOf(one, workspace, name)));
  const { note, drop } = useProfileDrafts.getState();
  const text = draft?.text ?? written;
  const read = useMemo(() => readFields(text), [text]);
  const markers = useMemo(
    () => ('problems' in read ? read.problems.map((problem) => ({ ...problem, severity: 'error' as const })) : []),
    [read],
  );
  const save = useMutation({
    mutationFn: async () => {
      if ('fields' in read) await acts.write(name, read.fields);
    },
    onSuccess: () => drop(workspace, name),
  });
  const canSave = isOwn && draft !== undefined && 'fields' in read && !save.isPending;
  const { mutate } = save;
  useUnsavedWork(draft ? `The profile ${visibleString(name)} has changes that are not written.` : null);

  useEffect(() => {
    usePromptDiffActions.setState({ writeProfile: canSave ? () => mutate() : null });
    return () => usePromptDiffActions.setState({ writeProfile: null });
  }, [canSave, mutate]);

  return (
    <div className={styles.profileEditor}>
      {isOwn && (
        <div className={styles.textBar}>
          <Button variant="filled" disabled={!canSave} onClick={() => mutate()} title="Write to pegboard.yaml (Ctrl S)">
            Write
          </Button>
          <Button disabled={!draft} onClick={() => drop(workspace, name)}>
            Discard
          </Button>
          <span className={styles.count} role="status" data-testid="profile-state">
            {draft
              ? draft.base === written
                ? 'Not written yet'
                : 'Not written yet; the file changed meanwhile'
              : 'As in pegboard.yaml'}
          </span>
        </div>
      )}
      {markers.length > 0 && (
        <Text className={styles.problem} role="alert">
          Line {markers[0]?.line}: {markers[0]?.message}
        </Text>
      )}
      {save.error && draft && (
        <div className={styles.notice}>
          <ErrorNotice error={toPegboardError(save.error)} />
        </div>
      )}
      <div className={styles.editor}>
        <CodeEditor
          path={`profiles${workspace}/${name}`}
          value={text}
          language="yaml"
          label={`Fields of the profile ${visibleString(name)}`}
          readOnly={!isOwn}
          markers={markers}
          onChange={(next) => isOwn && note({ workspace, profile: name, text: next, base: written })}
        />
      </div>
    </div>
  );
}
