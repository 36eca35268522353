/** A sign-in of a caller at the server of a source, sealed. */
export interface SignInRow {
  /** Key of the caller. */
  readonly caller: string;
  readonly source: string;
  /** The caller, for people. */
  readonly name: string;
  readonly sealed: string;
  /** Grows with each change. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly signed_in_at: number;
  /** When a request used it last, to within about ten seconds; null for one that none used. */
  readonly last_used_at: number | null;
}

export type SignInPlace = Pick<SignInRow, 'caller' | 'source'>;

/** When a sign-in was used, milliseconds since 1970. */
export type SignInUse = SignInPlace & { readonly at: number };

/** A text for each caller and source. */
export function idOf({ caller, source }: SignInPlace): string {
  return JSON.stringify([caller, source]);
}

/** What is sealed for one caller and source opens for no other. */
export function aboutRow(place: SignInPlace): string {
  return `sign-in ${idOf(place)}`;
}

export interface SignInCount {
  readonly source: string;
  readonly callers: number;
}

/** A sign-in that was just made. */
export type NewSignIn = Omit<SignInRow, 'version' | 'last_used_at'>;

/** Where the sign-ins of callers are. The processes of a server share it. Errors: those of files or of the store. */
export interface SignInRows {
  read(place: SignInPlace): Promise<SignInRow | null>;
  /** Keeps a new sign-in in place of what was there. */
  put(row: NewSignIn): Promise<void>;
  /** Replaces what is sealed of a version; whether that version was still there. */
  replace(place: SignInPlace, version: number, sealed: string): Promise<boolean>;
  /** Takes the right to renew a version for so many milliseconds; whether nobody else has it. */
  claim(place: SignInPlace, version: number, forMs: number): Promise<boolean>;
  /** Removes a sign-in, of one version where it is given; whether it was there. */
  remove(place: SignInPlace, version?: number): Promise<boolean>;
  /** Keeps when sign-ins were used; those that are gone are passed over. No version changes. */
  noteUses(uses: readonly SignInUse[]): Promise<void>;
  /** All of them, by caller and source. */
  list(): Promise<readonly SignInRow[]>;
  /** How many callers are signed in at each source; the source with the most first, then by name. */
  counts(): Promise<readonly SignInCount[]>;
}
