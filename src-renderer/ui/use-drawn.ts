import { useEffect, useState } from 'react';

/** Whether a frame that shows this value is drawn: what can wait for the screen begins then. What is there at first counts as drawn. */
export function useDrawn(value: object | null): boolean {
  const [drawn, setDrawn] = useState(value);
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined;
    // The task after a frame's callbacks runs when the frame is painted.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => setDrawn(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [value]);
  return drawn === value;
}
