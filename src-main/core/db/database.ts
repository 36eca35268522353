import type BetterSqlite3 from 'better-sqlite3';

/** A SQLite connection. */
export type Database = BetterSqlite3.Database;
