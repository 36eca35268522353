import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DocumentBar } from '../../documents/document-bar.tsx';
import { DocumentEditor } from '../../documents/document-editor.tsx';
import { useDocument } from '../../documents/use-document.ts';
import { useClient } from '../../platform/client.ts';
import { strings } from '../../strings/packs.ts';
import type { EditorLanguage } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { BesideFile } from './beside-files.ts';
import { forgetSkillFile } from './pack-acts.ts';
import { documentId, documentTitle } from './pack-document.ts';
import styles from './packs.module.css';
import { folderFileQuery, type PackData } from './packs-data.ts';
import { packsPlaces } from './packs-places.ts';

/** One file beside a SKILL.md: its text, or its size where it is not text. */
export function FolderFilePane({ workspace, data, file }: { workspace: string; data: PackData; file: BesideFile }) {
  const client = useClient();
  const at = { pack: data.name, file: file.file };
  const disk = useQuery(folderFileQuery(workspace, at));
  const { text = null, hash = null } = disk.error ? {} : (disk.data ?? {});
  const document = useDocument({
    id: documentId(at),
    title: documentTitle(file.file),
    path: `${data.path}/${file.file}`,
    disk: text !== null && hash !== null ? { text, hash } : null,
    language: languageOfName(file.file),
    save: async (fresh, expected_hash) => {
      const saved = await client.skillEditor.writeFolderFile(
        { ...at, text: fresh, expected_hash },
        { context: { workspace } },
      );
      return { text: saved.text ?? fresh, hash: saved.hash ?? '' };
    },
    reload: () => disk.refetch(),
  });
  const isBinary = disk.data !== undefined && disk.data.text === null;
  if ((disk.error && !document.ready) || isBinary) {
    const closeTab = (
      <Button mt="sm" onClick={() => forgetSkillFile(workspace, at)}>
        {strings.skillPane.closeTab}
      </Button>
    );
    return (
      <div className={styles.padded} data-testid="folder-file">
        {disk.error ? (
          <ErrorNotice error={disk.error}>{closeTab}</ErrorNotice>
        ) : (
          <>
            <p>{strings.folderFilePane.notText(file.size)}</p>
            {closeTab}
          </>
        )}
      </div>
    );
  }
  return (
    <div className={`column ${styles.pane}`} data-testid="folder-file">
      <DocumentBar document={document}>
        <span className="note">{strings.folderFilePane.size(file.size, file.tokens ?? 0)}</span>
      </DocumentBar>
      <div id={packsPlaces.source} className="rest" data-testid="folder-file-source">
        <DocumentEditor
          document={document}
          label={strings.skillPane.source(documentTitle(file.file))}
          readOnly={data.view?.editable !== true}
        />
      </div>
    </div>
  );
}

function languageOfName(file: string): EditorLanguage {
  if (/\.(?:md|markdown)$/i.test(file)) return 'markdown';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  return /\.json$/i.test(file) ? 'json' : 'plaintext';
}
