import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { conditionOf, equalField, flagField, textField, timeField, type Fields } from '../protocol/fields.sql.ts'
import type { Lister, Page } from '../protocol/list.ts'
import { countOrgs, listOrgs, type OrgRow } from './org.sql.ts'
import { readerOf } from '../reader.ts'
import type { Resource } from '../protocol/resource.ts'
import { ORGANIZATION, orgType } from '../protocol/schema.ts'
import { isAfterCursor, orderBy, orderOf, type Order } from '../users/user-list.sql.ts'
import { scimTime } from '../protocol/times.ts'
import { versionOf } from '../users/user-resource.ts'

export function orgResource(row: OrgRow, base: string): Resource {
  const { id, name, code, parentId } = row
  const resource = {
    id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    name,
    ...(row.shortName !== null && { shortName: row.shortName }),
    code,
    ...(row.orgType !== null && { type: row.orgType }),
    ...(parentId !== null && { parent: { value: parentId, $ref: `${base}/Organizations/${parentId}`, display: row.parentName } }),
    active: row.status === 1,
    order: row.sortNum,
    ...(row.leader !== null && { leader: row.leader }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.address !== null && { address: row.address }),
  }
  const times = { created: scimTime(row.createTime), lastModified: scimTime(row.updateTime) }
  const location = `${base}/Organizations/${id}`
  return {
    schemas: [ORGANIZATION],
    ...resource,
    meta: { resourceType: 'Organization', ...times, location, version: versionOf(row.version, resource) },
  }
}

const parent = equalField(value => sql`(p.id is not null and p.id = ${value})`, sql`(p.id is not null)`)
const orgFields: Fields = {
  fields: {
    id: textField(sql`o.id`, { exact: true }),
    name: textField(sql`o.name`),
    shortname: textField(sql`o.short_name`),
    code: textField(sql`o.code`),
    externalid: textField(sql`l.external_id`, { exact: true }),
    active: flagField(sql`o.status = 1`),
    parent,
    'parent.value': parent,
    'meta.created': timeField(sql`o.create_time`),
    'meta.lastmodified': timeField(sql`o.update_time`),
  },
  lists: {},
}

const orgOrders: Readonly<Record<string, Order>> = {
  id: { column: sql`o.id`, type: 'text' },
  name: { column: sql`o.name`, type: 'text' },
  code: { column: sql`lower(o.code)`, type: 'text' },
  'meta.created': { column: sql`o.create_time`, type: 'timestamptz' },
  'meta.lastmodified': { column: sql`o.update_time`, type: 'timestamptz' },
}

export function orgLister(caller: Caller): Lister {
  const { kernel, base } = caller
  const reader = readerOf(caller)
  const id = sql`o.id`
  const matches = ({ filter }: Page) => (filter ? conditionOf(filter, orgFields, orgType) : sql`true`)
  return {
    type: orgType,
    total: page => countOrgs(kernel.db, reader, matches(page)),
    rows: async page => {
      const order = orderOf(orgOrders, page.sortBy)
      const rows = await listOrgs(kernel.db, reader, {
        where: sql`${matches(page)} and ${isAfterCursor(page, order, id)}`,
        order: orderBy(page, order, id),
        sortKey: order.column,
        count: page.count,
        offset: page.offset,
      })
      return rows.map(row => ({ resource: orgResource(row, base), position: { key: row.sortKey, id: row.id } }))
    },
  }
}
