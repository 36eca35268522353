import { Loader } from '@mantine/core';
import { ErrorNotice } from './error-notice.tsx';

/** The content of a screen until its data is there: what is being read, or why that failed. */
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
