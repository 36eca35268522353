import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../../platform/client.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { watchStream } from '../../platform/watch-stream.ts';
import { strings } from '../../strings/gateway.ts';
import { afterEvent, type LiveTraffic, withOlder } from './traffic.ts';

const trafficKey = (path: string) => ['gateway-traffic', path] as const;

/** Entries of the first event, and of a page of older ones. */
const pageEntries = 200;

/** The log of a workspace, followed while the screen is shown; null until it is known. */
export function useLiveTraffic(path: string): LiveTraffic | null {
  const client = useClient();
  useEffect(() => {
    const { queries } = thisWindow();
    const watching = new AbortController();
    let isFirst = true;
    const subscribe = () => {
      isFirst = true;
      return client.gateway.watch({ limit: pageEntries }, { signal: watching.signal });
    };
    const take = (event: Parameters<typeof afterEvent>[1]) => {
      // The first event has the newest requests; nobody knows what came between them and those of an earlier visit.
      queries.setQueryData(trafficKey(path), afterEvent(isFirst ? null : knownTraffic(path), event));
      isFirst = false;
    };
    void watchStream(subscribe, take, watching.signal);
    return () => watching.abort();
  }, [client, path]);
  const { data } = useQuery<LiveTraffic>({
    queryKey: trafficKey(path),
    queryFn: () => knownTraffic(path) ?? Promise.reject(new Error(strings.liveTraffic.logHasNotBeen)),
    enabled: false,
  });
  return data ?? null;
}

/** The part of the log that the screen keeps, for actions outside React; null until it is known. */
export function knownTraffic(path: string): LiveTraffic | null {
  return thisWindow().queries.getQueryData<LiveTraffic>(trafficKey(path)) ?? null;
}

/** Adds the page of requests that are older than this one to what the screen holds. Errors: those of the call. */
export async function readOlder(path: string, before: number): Promise<void> {
  const { client, queries } = thisWindow();
  const page = await client.gateway.traffic({ before, limit: pageEntries });
  queries.setQueryData<LiveTraffic>(trafficKey(path), (known) => known && withOlder(known, page));
}
