import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../../platform/client.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { watchStream } from '../../platform/watch-stream.ts';
import { afterEvent, type LiveTraffic } from './traffic.ts';

const trafficKey = (path: string) => ['gateway-traffic', path] as const;

/** Entries of the first event. */
const firstEntries = 200;

/** What the log of a workspace says, as it comes, while the screen is shown; null until it is known. */
export function useLiveTraffic(path: string): LiveTraffic | null {
  const client = useClient();
  useEffect(() => {
    const { queries } = thisWindow();
    const watching = new AbortController();
    let seen: LiveTraffic | null = null;
    const subscribe = () => {
      seen = null;
      return client.gateway.watch({ limit: firstEntries }, { signal: watching.signal });
    };
    const take = (event: Parameters<typeof afterEvent>[1]) => {
      seen = afterEvent(seen, event);
      queries.setQueryData(trafficKey(path), seen);
    };
    void watchStream(subscribe, take, watching.signal);
    return () => watching.abort();
  }, [client, path]);
  const { data } = useQuery<LiveTraffic>({
    queryKey: trafficKey(path),
    queryFn: () => knownTraffic(path) ?? Promise.reject(new Error('The log was not read yet.')),
    enabled: false,
  });
  return data ?? null;
}

/** What the screen holds of the log, for acts outside of React; null until it is known. */
export function knownTraffic(path: string): LiveTraffic | null {
  return thisWindow().queries.getQueryData<LiveTraffic>(trafficKey(path)) ?? null;
}
