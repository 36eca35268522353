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
}

export type SignInPlace = Pick<SignInRow, 'caller' | 'source'>;

/** Where the sign-ins of callers are. The processes of a server share it. Errors: those of files or of the store. */
export interface SignInRows {
  read(place: SignInPlace): Promise<SignInRow | null>;
  /** Keeps a new sign-in in place of what was there. */
  put(row: Omit<SignInRow, 'version'>): Promise<void>;
  /** Replaces what is sealed of a version; whether that version was still there. */
  replace(place: SignInPlace, version: number, sealed: string): Promise<boolean>;
  /** Takes the right to renew a version for so many milliseconds; whether nobody else has it. */
  claim(place: SignInPlace, version: number, forMs: number): Promise<boolean>;
  /** Removes a sign-in, of one version where it is given; whether it was there. */
  remove(place: SignInPlace, version?: number): Promise<boolean>;
  /** All of them, by caller and source. */
  list(): Promise<readonly SignInRow[]>;
}
