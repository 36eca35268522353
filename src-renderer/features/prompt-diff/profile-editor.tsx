import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Profile } from '#shared/domain/config.ts';
import { PegboardError } from '#shared/errors.ts';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import { useDocument } from '../../documents/use-document.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { writeProfile } from './profile-acts.ts';
import { profileDocument } from './profile-drafts.ts';
import { fieldsText, readFields } from './profile-fields.ts';
import styles from './profiles.module.css';

/** The fields of a profile as YAML. One of the workspace's own is a document; one that every workspace has is to look at. */
export function ProfileEditor({ workspace, profile, isOwn }: { workspace: string; profile: Profile; isOwn: boolean }) {
  if (isOwn) return <OwnProfile workspace={workspace} profile={profile} />;
  return (
    <div className={styles.profileEditor}>
      <div className="rest">
        <CodeEditor
          path={`profiles/${profile.name}`}
          value={fieldsText(profile)}
          language="yaml"
          label={labelOf(profile)}
          readOnly
        />
      </div>
    </div>
  );
}

function OwnProfile({ workspace, profile }: { workspace: string; profile: Profile }) {
  const { name } = profile;
  // No file of its own has a hash of its own: the text is the version.
  const disk = useMemo(() => ({ text: fieldsText(profile), hash: fieldsText(profile) }), [profile]);
  const document = useDocument({
    ...profileDocument(workspace, name),
    language: 'yaml',
    disk,
    save: async (text, expected) => {
      const read = readFields(text);
      if ('problems' in read) throw notFields(read.problems[0]);
      const saved = fieldsText(await writeProfile(workspace, { name, ...read.fields }, expected));
      return { text: saved, hash: saved };
    },
  });
  const { text } = document;
  const read = useMemo(() => readFields(text), [text]);
  const markers = useMemo(
    () => ('problems' in read ? read.problems.map((problem) => ({ ...problem, severity: 'error' as const })) : []),
    [read],
  );
  return (
    <div className={styles.profileEditor}>
      <DocumentBar document={document} canSave={'fields' in read} />
      {markers[0] && (
        <Text className="is-error pad-4-12" role="alert">
          {strings.profileEditor.line(markers[0].line, markers[0].message)}
        </Text>
      )}
      <div className="rest">
        <DocumentEditor document={document} label={labelOf(profile)} markers={markers} />
      </div>
    </div>
  );
}

function labelOf({ name }: Profile): string {
  return strings.profileEditor.fieldsProfile(visibleString(name));
}

function notFields(problem: { readonly line: number; readonly message: string } | undefined): PegboardError {
  return new PegboardError(
    'invalid_input',
    strings.profileEditor.line(problem?.line ?? 1, problem?.message ?? strings.profileEditor.invalidText),
    {
      hint: strings.profileEditor.nothingWasWrittenCorrect,
    },
  );
}
