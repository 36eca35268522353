import { Button } from '@mantine/core';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { sourceKey } from '../../state/sources-view.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { openImport } from '../import/import-store.ts';
import styles from './sources.module.css';
import { sourceActs as acts } from './sources-model.ts';

/** What can be done with a source; each of these is a command too. */
export function SourceActions({ source, isBusy }: { source: SourceSummary; isBusy: boolean }) {
  const key = sourceKey(source.name);
  const isLive = source.kind !== 'file';
  return (
    <div className={`button-line ${styles.actions}`}>
      {source.sign_in === 'needed' && (
        <Button variant="filled" disabled={isBusy} onClick={() => acts.signIn.run(key)}>
          Sign in…
        </Button>
      )}
      {isLive && (
        <Button
          {...(source.sign_in === 'needed' ? {} : { variant: 'filled' })}
          disabled={isBusy}
          onClick={() => acts.importAgain.run(key)}
        >
          {source.state === 'running'
            ? 'Import again'
            : source.last_import
              ? 'Start and import again'
              : 'Start and import'}
        </Button>
      )}
      {!isLive && <Button onClick={() => openImport(source.name)}>Import a new list…</Button>}
      {source.state === 'running' && <Button onClick={() => acts.stop.run(key)}>Stop</Button>}
      <Button disabled={source.tools === 0 || !source.enabled} onClick={() => acts.showTools.run(key)}>
        Show tools in catalog
      </Button>
      {isLive && <Button onClick={() => acts.editConnection.run(key)}>Edit connection…</Button>}
      <Button onClick={() => acts.rename.run(key)}>Rename…</Button>
      <Button onClick={() => acts.toggle.run(key)}>{source.enabled ? 'Disable' : 'Enable'}</Button>
      <Button onClick={() => acts.remove.run(key)}>Remove</Button>
      {source.sign_in === 'signed_in' && <Button onClick={() => acts.signOut.run(key)}>Sign out</Button>}
      {source.runs !== null && (
        <CopyTextButton text={source.runs} label={source.kind === 'http' ? 'Copy the address' : 'Copy command line'} />
      )}
    </div>
  );
}
