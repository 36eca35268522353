import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { loadMonaco, type MonacoApi } from '../monaco/load-monaco.ts';

/** Colours of an editor, out of the app's own; defined anew when the colour scheme changes. */
function applyEditorTheme(monaco: MonacoApi, scheme: 'light' | 'dark'): void {
  const styles = getComputedStyle(document.documentElement);
  const hue = (name: string) => styles.getPropertyValue(`--pb-${name}`).trim();
  monaco.editor.defineTheme('pegboard', {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: withoutHash(hue('json-key')) },
      { token: 'string.value.json', foreground: withoutHash(hue('json-string')) },
      { token: 'number', foreground: withoutHash(hue('json-number')) },
      { token: 'type.yaml', foreground: withoutHash(hue('json-key')) },
      { token: 'string.yaml', foreground: withoutHash(hue('json-string')) },
      { token: 'comment', foreground: withoutHash(hue('dimmed')) },
    ],
    colors: {
      'editor.background': hue('surface'),
      'editor.foreground': hue('text'),
      'editorLineNumber.foreground': hue('dimmed'),
      'editorLineNumber.activeForeground': hue('text'),
      'editorGutter.background': hue('surface'),
      'editorWidget.background': hue('surface-raised'),
      'editorWidget.border': hue('border-strong'),
      focusBorder: hue('accent'),
    },
  });
  monaco.editor.setTheme('pegboard');
}

function withoutHash(colour: string): string {
  return colour.replace(/^#/, '');
}

/** Monaco in the colours of the app; null while it loads, and why when it cannot be loaded. */
export function useMonaco(): { readonly monaco: MonacoApi | null; readonly failed: boolean } {
  const [monaco, setMonaco] = useState<MonacoApi | null>(null);
  const [failed, setFailed] = useState(false);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    let isGone = false;
    loadMonaco().then(
      (api) => !isGone && setMonaco(api),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (monaco) applyEditorTheme(monaco, scheme);
  }, [monaco, scheme]);
  return { monaco, failed };
}

/** Milliseconds that a screen is left alone before Monaco loads ahead: its scripts take a quarter of a second of the page. */
const restMs = 1000;

/** Loads Monaco while a screen is looked at, so that its first editor does not wait. The editor tells when it could not be loaded. */
export function usePreloadedMonaco(): void {
  useEffect(() => {
    const timer = setTimeout(() => loadMonaco().catch(() => {}), restMs);
    return () => clearTimeout(timer);
  }, []);
}
