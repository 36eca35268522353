import { useEffect } from 'react';

/** Draws a frame around what a step of the tour is about, for as long as it is shown, wherever on the screen it appears. */
export function useTourTarget(selector: string | undefined): void {
  useEffect(() => {
    if (selector === undefined) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `${selector} { outline: 2px solid var(--pb-accent) !important; outline-offset: -2px !important; }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [selector]);
}
