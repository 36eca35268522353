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
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}

/**
 * The token of this launch of `pegboard serve`. It is moved from the address bar to this tab's session storage at once, so
 * that it is neither bookmarked nor seen over a shoulder. Null: the page was opened without the printed link.
 */
export function takeSessionToken(): string | null {
  const token = tokenInHash(window.location.hash);
  if (token === null) return window.sessionStorage.getItem(storageKey);
  window.sessionStorage.setItem(storageKey, token);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}
