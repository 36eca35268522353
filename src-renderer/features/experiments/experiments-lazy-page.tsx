import { lazy, Suspense } from 'react';
import { strings } from '../../strings/experiments.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';

const Page = lazy(async () => ({ default: (await import('./experiments-page.tsx')).ExperimentsPage }));

/** The screen, whose components are loaded when it is shown first: few starts need them. */
export function ExperimentsPage() {
  return (
    <>
      <h1 className="visually-hidden">{strings.list.title}</h1>
      <Suspense fallback={<ScreenWaits error={null}>{strings.list.loading}</ScreenWaits>}>
        <Page />
      </Suspense>
    </>
  );
}
