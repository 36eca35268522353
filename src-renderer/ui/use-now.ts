import { useEffect, useState } from 'react';

const stepMs = 30_000;

/** The time, milliseconds since 1970, anew every half minute: for words such as "5 min ago". `everyMs` is for what shows seconds. */
export function useNow(everyMs = stepMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
