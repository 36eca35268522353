import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A call under way: how long already, and how to stop it. */
export function RunningCall({ since, onStop }: { since: number; onStop: () => void }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Button onClick={onStop}>Cancel</Button>
      <Loader size={14} aria-hidden />
      <span role="status" data-testid="call-running">
        Calling… <span className="mono">{Math.max(0, Math.floor((now - since) / 1000))} s</span>
      </span>
    </>
  );
}
