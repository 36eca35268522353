import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { news } from '../../strings/help.ts';

const latest = news[0]?.version ?? '';

/** The version whose news the user has seen; null before anybody looked. */
const useSeenNews = create<{ readonly version: string | null }>()(
  persist(() => ({ version: null as string | null }), { name: 'pegboard.news', version: 1 }),
);

export function markNewsAsSeen(): void {
  useSeenNews.setState({ version: latest });
}

/** Whether an update brought news that the user has not seen. A first start has none. */
export function useHasNews(): boolean {
  const version = useSeenNews((state) => state.version);
  return version !== null && version !== latest;
}
