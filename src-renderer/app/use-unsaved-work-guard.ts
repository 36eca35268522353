import { useEffect } from 'react';
import { useClient } from '../platform/client.ts';
import { electronBridge } from '../platform/host.ts';
import { watchStream } from '../platform/watch-stream.ts';
import { useUnsavedWorkStore } from '../state/unsaved-work.ts';

/** While there is unsaved work, the window asks before it closes: the native one, or the browser in its own words. */
export function useUnsavedWorkGuard(): void {
  const client = useClient();
  const work = useUnsavedWorkStore((state) => state.work);
  useEffect(() => {
    const sentences = Object.values(work);
    if (sentences.length === 0) return;
    const guarding = new AbortController();
    const { signal } = guarding;
    if (electronBridge()) {
      const hold = () => client.desktop.holdUnsaved({ work: sentences }, { signal });
      void watchStream(hold, () => undefined, signal);
    } else {
      window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    }
    return () => guarding.abort();
  }, [client, work]);
}
