import { Loader } from '@mantine/core';
import { ErrorNotice } from './error-notice.tsx';

/** What a screen is until it has what it shows: what is being read, or why that failed. */
export function ScreenWaits({ error, children }: { error: Error | null; children: string }) {
  if (error) {
    return (
      <div style={{ padding: 24, maxWidth: 640 }}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  return (
    <div className="loading">
      <Loader size="sm" aria-hidden />
      {children}
    </div>
  );
}
