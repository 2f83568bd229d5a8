import { sql } from 'kysely'
import { personInScope } from '../../../../platform/access/scope.ts'
import type { Caller } from '../caller.ts'
import { conditionOf, equalField, textField, timeField, type Fields } from '../protocol/fields.sql.ts'
import { countGroups, listGroups, type GroupRow } from './group.sql.ts'
import type { Lister, Page } from '../protocol/list.ts'
import { isSelected } from '../protocol/project.ts'
import { readerOf } from '../reader.ts'
import type { Resource } from '../protocol/resource.ts'
import { CORE_GROUP, groupType } from '../protocol/schema.ts'
import type { UserReader } from '../users/user.sql.ts'
import { isAfterCursor, orderBy, orderOf, type Order } from '../users/user-list.sql.ts'
import { scimTime } from '../protocol/times.ts'
import { versionOf } from '../users/user-resource.ts'

export function groupResource(row: GroupRow, base: string): Resource {
  const { id, name, externalId, members, version, memberDigest, createTime, updateTime } = row
  const resource = { id, displayName: name, ...(externalId !== null && { externalId }) }
  return {
    schemas: [CORE_GROUP],
    ...resource,
    ...(members !== null && {
      members: members.map(member => ({ value: member.id, $ref: `${base}/Users/${member.id}`, display: member.name, type: 'User' })),
    }),
    meta: {
      resourceType: 'Group',
      created: scimTime(createTime),
      lastModified: scimTime(updateTime),
      location: `${base}/Groups/${id}`,
      version: versionOf(version, memberDigest === null ? resource : { ...resource, memberDigest }),
    },
  }
}

function groupFields({ scope, groups }: UserReader): Fields {
  const member = equalField(
    value =>
      sql`exists (select 1 from ${groups.members} m where m.group_id = g.id and m.user_id = ${value} and ${personInScope(scope, 'm.user_id')})`,
    sql`exists (select 1 from ${groups.members} m where m.group_id = g.id and ${personInScope(scope, 'm.user_id')})`,
  )
  return {
    fields: {
      id: textField(sql`g.id`, { exact: true }),
      displayname: textField(sql`g.name`),
      externalid: textField(sql`l.external_id`, { exact: true }),
      members: member,
      'members.value': member,
      'meta.created': timeField(sql`g.create_time`),
      'meta.lastmodified': timeField(sql`g.update_time`),
    },
    lists: { members: { fields: { value: member }, around: inner => inner } },
  }
}

const groupOrders: Readonly<Record<string, Order>> = {
  id: { column: sql`g.id`, type: 'text' },
  displayname: { column: sql`g.name`, type: 'text' },
  'meta.created': { column: sql`g.create_time`, type: 'timestamptz' },
  'meta.lastmodified': { column: sql`g.update_time`, type: 'timestamptz' },
}

export function groupLister(caller: Caller): Lister {
  const { kernel, base } = caller
  const reader = readerOf(caller)
  const id = sql`g.id`
  const matches = ({ filter }: Page) => (filter ? conditionOf(filter, groupFields(reader), groupType) : sql`true`)
  return {
    type: groupType,
    total: page => countGroups(kernel.db, reader, matches(page)),
    rows: async (page, wanted) => {
      const order = orderOf(groupOrders, page.sortBy)
      const rows = await listGroups(kernel.db, reader, {
        where: sql`${matches(page)} and ${isAfterCursor(page, order, id)}`,
        order: orderBy(page, order, id),
        sortKey: order.column,
        count: page.count,
        offset: page.offset,
        withMembers: isSelected(wanted, groupType, 'members'),
      })
      return rows.map(row => ({ resource: groupResource(row, base), position: { key: row.sortKey, id: row.id } }))
    },
  }
}
