import { type RefObject, useEffect, useRef } from 'react';
import { useTryIt } from './try-it-screen.ts';
import type { CallState } from './try-it-store.ts';

/** Gives the focus to the first argument when somebody asked to try the tool. */
export function useFocusWhenAsked(panel: RefObject<HTMLElement | null>): void {
  const wantsFocus = useTryIt((state) => state.wantsFocus);
  useEffect(() => {
    if (!wantsFocus) return;
    useTryIt.setState({ wantsFocus: false });
    const first = panel.current?.querySelector<HTMLElement>('[data-pointer] :is(input, textarea, select, button)');
    (first ?? panel.current?.querySelector<HTMLElement>('textarea, button[type=submit]'))?.focus();
  }, [wantsFocus, panel]);
}

/** Gives the focus to the first argument that does not fit, once a check said so. */
export function useFocusOnIssue(panel: RefObject<HTMLElement | null>, call: CallState): void {
  useEffect(() => {
    if (call.kind !== 'failed' || call.error.code !== 'invalid_arguments') return;
    panel.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [call, panel]);
}

/**
 * Once a call has ended, shows what came of it; and the focus that the button which stops it may have had goes to the one
 * that calls.
 */
export function useOutcome(
  { button, outcome }: { button: RefObject<HTMLElement | null>; outcome: RefObject<HTMLElement | null> },
  call: CallState,
): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    const hasEnded = wasRunning.current && call.kind !== 'running';
    wasRunning.current = call.kind === 'running';
    if (!hasEnded) return;
    // Arguments that do not fit show their problem, and get the focus.
    const isRefused = call.kind === 'failed' && call.error.code === 'invalid_arguments';
    if (!isRefused) outcome.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) button.current?.focus();
  }, [call, button, outcome]);
}
