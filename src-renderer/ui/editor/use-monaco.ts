import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { applyEditorTheme } from '../monaco/editor-theme.ts';
import { loadMonaco, type MonacoApi } from '../monaco/load-monaco.ts';

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
