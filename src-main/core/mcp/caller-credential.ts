import type { Secret } from '../secrets/masker.ts';

/** The credentials of one caller at one server. */
export interface CallerCredential {
  /** Differs for each credential: a session is never shared by two of them. It opens nothing. */
  readonly owner: string;
  /** The token of the next request. Error: `authentication_required`, `server_unreachable`. */
  token(): Promise<string>;
  /** Another token in place of one that the server refused; null when there is none. Errors: as `token`. */
  renewed(refused: string): Promise<string | null>;
  /** What the caller is told when the server refuses all tokens. */
  refused(): Promise<Error>;
  /** Tokens that must never be seen. */
  secrets(): readonly Secret[];
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` with the token of a caller: a request that is refused with 401 is sent once more, with another token. */
export function credentialFetch(fetch: Fetch, credential: CallerCredential): Fetch {
  return async (url, init) => {
    const send = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(url, { ...init, headers });
    };
    const token = await credential.token();
    const answer = await send(token);
    if (answer.status !== 401) return answer;
    const other = await credential.renewed(token);
    if (other === null) return answer;
    await answer.body?.cancel();
    return send(other);
  };
}
