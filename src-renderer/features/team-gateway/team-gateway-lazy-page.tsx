import { lazy, Suspense } from 'react';
import { strings } from '../../strings/team-gateway.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';

const Page = lazy(async () => ({ default: (await import('./team-gateway-page.tsx')).TeamGatewayPage }));

/** The screen, whose components are loaded when it is shown first: few users operate a gateway. */
export function TeamGatewayPage() {
  return (
    <>
      <h1 className="visually-hidden">{strings.page.title}</h1>
      <Suspense fallback={<ScreenWaits error={null}>{strings.page.loading}</ScreenWaits>}>
        <Page />
      </Suspense>
    </>
  );
}
