import { Button } from '@mantine/core';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { openImport } from '../import/import-store.ts';
import { useEditConnection } from './edit-connection-store.ts';
import { useRenameSource } from './rename-source-store.ts';
import styles from './sources.module.css';
import { useSourceActs } from './use-source-acts.ts';

/** What can be done with a source; each of these is a command too. */
export function SourceActions({ source, isBusy }: { source: SourceSummary; isBusy: boolean }) {
  const acts = useSourceActs(useWorkspace()?.path ?? '');
  const edit = useEditConnection((state) => state.open);
  const rename = useRenameSource((state) => state.open);
  const isLive = source.kind !== 'file';
  return (
    <div className={`button-line ${styles.actions}`}>
      {source.sign_in === 'needed' && (
        <Button variant="filled" disabled={isBusy} onClick={() => acts.signIn(source)}>
          Sign in…
        </Button>
      )}
      {isLive && (
        <Button
          {...(source.sign_in === 'needed' ? {} : { variant: 'filled' })}
          disabled={isBusy}
          onClick={() => acts.importAgain(source)}
        >
          {source.state === 'running'
            ? 'Import again'
            : source.last_import
              ? 'Start and import again'
              : 'Start and import'}
        </Button>
      )}
      {!isLive && <Button onClick={() => openImport(source.name)}>Import a new list…</Button>}
      {source.state === 'running' && <Button onClick={() => void acts.stop(source)}>Stop</Button>}
      <Button disabled={source.tools === 0 || !source.enabled} onClick={() => acts.showInCatalog(source)}>
        Show tools in catalog
      </Button>
      {isLive && <Button onClick={() => edit(source.name)}>Edit connection…</Button>}
      <Button onClick={() => rename(source.name)}>Rename…</Button>
      <Button onClick={() => void acts.setEnabled(source, !source.enabled)}>
        {source.enabled ? 'Disable' : 'Enable'}
      </Button>
      <Button onClick={() => void acts.remove(source)}>Remove</Button>
      {source.sign_in === 'signed_in' && <Button onClick={() => void acts.signOut(source)}>Sign out</Button>}
      {source.runs !== null && (
        <CopyTextButton text={source.runs} label={source.kind === 'http' ? 'Copy the address' : 'Copy command line'} />
      )}
    </div>
  );
}
