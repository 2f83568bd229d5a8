import type { House } from './harness.ts'

const count = async ({ kernel }: House) => (await kernel.pool.query<{ n: number }>('select count(*) as n from oper_log')).rows[0]!.n

/** The newest audit record. */
export const lastRecord = ({ kernel }: House) =>
  kernel.db.selectFrom('operLog').selectAll().orderBy('createTime', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

/** How many audit records this left behind. */
export async function recordsOf(house: House, act: () => Promise<unknown>): Promise<number> {
  const before = await count(house)
  await act()
  return (await count(house)) - before
}
