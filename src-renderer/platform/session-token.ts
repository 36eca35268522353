const storageKey = 'pegboard.token';

/** Reads the token of a link that is opened in a tab where the app is loaded: only the fragment changes, so nothing loads. */
export function followPastedLink(): () => void {
  const onHash = () => {
    if (tokenInHash(window.location.hash) === null) return;
    takeSessionToken();
    window.location.reload();
  };
  window.addEventListener('hashchange', onHash);
  return () => window.removeEventListener('hashchange', onHash);
}

/** The token that a URL's fragment carries (`#token=…`), or null. */
export function tokenInHash(hash: string): string | null {
  return inHash(hash, 'token');
}

function inHash(hash: string, name: string): string | null {
  const value = new URLSearchParams(hash.replace(/^#/, '')).get(name);
  return value === null || value === '' ? null : value;
}

/**
 * The token of this launch of `pegboard serve`. It is moved from the address bar to this tab's session storage at once, so
 * that it is neither bookmarked nor seen over a shoulder; a screen that the link names as well (`&at=/tools`) stays there. Null: the page was opened without the printed link.
 */
export function takeSessionToken(): string | null {
  const { hash, pathname, search } = window.location;
  const token = tokenInHash(hash);
  if (token === null) return window.sessionStorage.getItem(storageKey);
  window.sessionStorage.setItem(storageKey, token);
  const at = inHash(hash, 'at');
  window.history.replaceState(null, '', pathname + search + (at === null ? '' : `#${at}`));
  return token;
}
