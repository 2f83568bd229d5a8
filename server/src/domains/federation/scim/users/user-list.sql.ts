import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { conditionOf, type Condition } from '../protocol/fields.sql.ts'
import type { Lister, Page } from '../protocol/list.ts'
import { invalid } from '../protocol/problem.ts'
import { isSelected } from '../protocol/project.ts'
import { readerOf } from '../reader.ts'
import { userType } from '../protocol/schema.ts'
import { text } from '../text.ts'
import { countAllUsers, countUsers, listUsers } from './user.sql.ts'
import { userFields, userOrders } from './user-fields.sql.ts'
import { userResource } from './user-resource.ts'

export interface Order {
  column: Condition
  type: 'text' | 'timestamptz'
}

export const orderOf = (orders: Readonly<Record<string, Order>>, sortBy: string): Order =>
  (Object.hasOwn(orders, sortBy) ? orders[sortBy] : undefined) ?? invalid(text.sortAttribute(sortBy.slice(0, 100)))

/** Selects the rows after the cursor's position, in the order of the list. */
export function isAfterCursor({ after, isDescending }: Page, { column, type }: Order, id: Condition): Condition {
  if (!after) return sql`true`
  const key = sql`${after.key}::${sql.raw(type)}`
  return isDescending ? sql`(${column}, ${id}) < (${key}, ${after.id})` : sql`(${column}, ${id}) > (${key}, ${after.id})`
}

export const orderBy = ({ isDescending }: Page, { column }: Order, id: Condition): Condition =>
  isDescending ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`

export function userLister(caller: Caller): Lister {
  const { kernel, client, base } = caller
  const reader = readerOf(caller)
  const id = sql`u.id`
  const matches = ({ filter }: Page) => (filter ? conditionOf(filter, userFields(caller), userType) : sql`true`)
  return {
    type: userType,
    total: page => (page.filter ? countUsers(kernel.db, reader, matches(page)) : countAllUsers(kernel.db, reader, client.rootOrg)),
    rows: async (page, wanted) => {
      const order = orderOf(userOrders, page.sortBy)
      const rows = await listUsers(kernel.db, reader, {
        where: sql`${matches(page)} and ${isAfterCursor(page, order, id)}`,
        order: orderBy(page, order, id),
        sortKey: order.column,
        count: page.count,
        offset: page.offset,
        total: page.filter && page.total,
        withGroups: isSelected(wanted, userType, 'groups'),
      })
      const teller = { base, keys: kernel.keys, isSensitive: caller.holds('readSensitive') }
      return rows.map(row => ({ resource: userResource(row, teller), position: { key: row.sortKey, id: row.id } }))
    },
  }
}
