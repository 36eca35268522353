import { type ComponentType, useEffect, useState } from 'react';
import { PegboardError } from '#shared/errors.ts';
import { strings } from '../strings/ui.ts';
import { ScreenWaits } from './screen-waits.tsx';

interface LazyPage {
  /** The heading of the screen, for screen readers. */
  readonly title: string;
  /** The text that is shown until the page is loaded. */
  readonly loading: string;
  load(): Promise<ComponentType>;
}

/**
 * A screen whose components are loaded when it is shown first: few starts need them. It is drawn as soon as they are there, where
 * `Suspense` of React holds a page back for 300 ms after its fallback. A failure is shown. The next visit tries again, which
 * helps where the browser does not keep the failure, as Chromium does until the window is loaded again.
 */
export function lazyPage({ title, loading, load }: LazyPage): ComponentType {
  let loaded: ComponentType | null = null;
  return function Lazy() {
    const [Page, setPage] = useState(() => loaded);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      if (Page !== null) return;
      load().then(
        (page) => {
          loaded = page;
          setPage(() => page);
        },
        (cause: unknown) => setError(notLoaded(cause)),
      );
    }, [Page]);
    return (
      <>
        <h1 className="visually-hidden">{title}</h1>
        {Page ? <Page /> : <ScreenWaits error={error}>{loading}</ScreenWaits>}
      </>
    );
  };
}

const notLoaded = (cause: unknown) =>
  new PegboardError('disconnected', strings.lazyPage.notLoaded, { hint: strings.lazyPage.reload, cause });
