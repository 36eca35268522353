import { Button, Loader, SegmentedControl } from '@mantine/core';
import type { ExportDecision, ExportFile, ExportRequest } from '#shared/domain/export-plan.ts';
import { strings } from '../../strings/export.ts';
import { CodeEditor, type EditorLanguage } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextDiff } from '../../ui/text-diff/text-diff.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';
import { useExportText } from './use-export.ts';

/** One file as it is and as it would be, and the question about it where a person changed it. */
export function FilePanel({
  request,
  revision,
  file,
  decision,
  split,
  onSplit,
  onDecide,
}: {
  request: ExportRequest;
  revision: string;
  file: ExportFile;
  decision: ExportDecision | undefined;
  split: boolean;
  onSplit(split: boolean): void;
  onDecide(decision: ExportDecision): void;
}) {
  const { text, error } = useExportText(request, file.path, revision);
  return (
    <section className="column" aria-label={strings.filePanel.file} data-testid="export-file" data-path={file.path}>
      <div className={`${styles.fileBar} row keeps`}>
        <VisibleText as="h2" className={`${styles.fileName} cut gives-way mono`} text={file.path} lines={false} />
        {file.change === 'changed' && (
          <SegmentedControl
            aria-label={strings.filePanel.layoutText}
            data={[
              { value: 'split', label: strings.filePanel.split },
              { value: 'unified', label: strings.filePanel.unified },
            ]}
            value={split ? 'split' : 'unified'}
            onChange={(value) => onSplit(value === 'split')}
          />
        )}
      </div>
      {file.edited && (
        <div className={`${styles.question} wrapping keeps`} data-testid="export-question">
          <span className={styles.questionText}>
            {file.change === 'removed'
              ? strings.filePanel.exportNoLongerContains
              : strings.filePanel.someoneChangedThisFile}
          </span>
          <Button
            aria-pressed={decision === 'keep'}
            variant={decision === 'keep' ? 'filled' : 'default'}
            title="K"
            onClick={() => onDecide('keep')}
          >
            {strings.filePanel.keepFile}
          </Button>
          <Button
            aria-pressed={decision === 'replace'}
            variant={decision === 'replace' ? 'filled' : 'default'}
            title="O"
            onClick={() => onDecide('replace')}
          >
            {file.change === 'removed' ? strings.filePanel.removeFile : strings.filePanel.replaceFile}
          </Button>
        </div>
      )}
      <div className="rest">
        {error ? (
          <div className={styles.notice}>
            <ErrorNotice error={error} />
          </div>
        ) : !text ? (
          <div className="tall centered">
            <Loader size="sm" aria-label={strings.filePanel.readingFile} />
          </div>
        ) : text.too_large ? (
          <p className={styles.notice}>{strings.filePanel.fileIsTooLarge}</p>
        ) : text.binary ? (
          <p className={styles.notice} data-testid="export-binary">
            {strings.filePanel.fileIsNotText(text.before_size, text.after_size)}
          </p>
        ) : text.before === null || text.after === null || text.before === text.after ? (
          <CodeEditor
            path="export-preview"
            value={text.after ?? text.before ?? ''}
            language={languageOf(file.path)}
            label={file.path}
            readOnly
          />
        ) : (
          <TextDiff before={text.before} after={text.after} label={file.path} split={split} onlyChanges />
        )}
      </div>
    </section>
  );
}

function languageOf(path: string): EditorLanguage {
  if (/\.md$/.test(path)) return 'markdown';
  if (/\.ya?ml$/.test(path)) return 'yaml';
  return /\.json$/.test(path) ? 'json' : 'plaintext';
}
