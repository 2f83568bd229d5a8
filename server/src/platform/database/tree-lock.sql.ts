import { sql } from 'kysely'

/**
 * For the FROM of a query that locks organisations. Moves take 7311 first, too, so a query that holds a row lock never waits for a
 * move.
 */
export const sharedTree = sql`pg_advisory_xact_lock_shared(7311) tree`

/** The exclusive form for moving an organisation: two movers that shared the lock would each wait for the other to release it. */
export const exclusiveTree = sql`pg_advisory_xact_lock(7311) tree`
