import type BetterSqlite3 from 'better-sqlite3';

/** A SQLite connection. */
export type Database = BetterSqlite3.Database;

/** A prepared statement: what it is given, and what a row is. */
export type Statement<Parameters extends unknown[], Row> = BetterSqlite3.Statement<Parameters, Row>;
