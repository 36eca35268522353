import { useEffect, useState } from 'react';

/** Milliseconds that nobody takes for a wait. */
const lateMs = 150;

/**
 * Whether something has been under way for a while. What is quick changes nothing of the screen: a style that waits by an animation
 * would be laid out at its beginning and at its end.
 */
export function useLate(isUnderWay: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isUnderWay]);
  return isUnderWay && isLate;
}
