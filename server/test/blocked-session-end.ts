import type { TestServer } from './harness.ts'

/** While `work` runs, the database refuses to end any session. */
export async function whileSessionsCannotEnd<T>({ kernel: { pool } }: TestServer, work: () => Promise<T>): Promise<T> {
  await pool.query(`create function refuse_ending() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`)
  await pool.query(`create trigger refuse_ending before update of ended_by on session for each row execute function refuse_ending()`)
  try {
    return await work()
  } finally {
    await pool.query('drop function refuse_ending cascade')
  }
}
