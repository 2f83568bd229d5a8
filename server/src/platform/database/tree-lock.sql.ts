import { sql } from 'kysely'

/** In the FROM of a query that locks organisations: one order of locks, so whoever holds a row never waits for a move, which takes 7311 first. */
export const sharedTree = sql`pg_advisory_xact_lock_shared(7311) tree`

/** The same for those who move an organisation: two who shared it would both wait to hold it alone. */
export const exclusiveTree = sql`pg_advisory_xact_lock(7311) tree`
