import type { TestServer } from './harness.ts'

const count = async ({ kernel }: TestServer) => (await kernel.pool.query<{ n: number }>('select count(*) as n from oper_log')).rows[0]!.n

/** The newest audit record. */
export const lastRecord = ({ kernel }: TestServer) =>
  kernel.db.selectFrom('operLog').selectAll().orderBy('createTime', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

/** How many audit records `act` leaves. */
export async function recordsOf(server: TestServer, act: () => Promise<unknown>): Promise<number> {
  const before = await count(server)
  await act()
  return (await count(server)) - before
}
