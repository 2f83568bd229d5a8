import { foldName, mobileOf } from '@hufu/contract/written'
import { sql } from 'kysely'
import { contains } from '../../../../platform/database/paging.ts'
import { personInScope } from '../../../../platform/access/scope.ts'
import type { Caller } from '../caller.ts'
import { equalField, flagField, textField, timeField, type Condition, type Field, type Fields } from '../protocol/fields.sql.ts'
import { groupSources } from '../groups/group-source.sql.ts'
import { ENTERPRISE, HUFU_USER } from '../protocol/schema.ts'

const email = sql`u.email`
const constant = (value: string): Field => textField(sql`${value}::text`)
/** Narrows by `users.search`, whose trigram index finds pieces of names. */
const inSearch = (piece: string): Condition => sql`u.search like ${contains(foldName(piece))}`

/**
 * The attributes that filters of users may name (RFC 7644 section 3.4.2.2). A telephone number matches only as a whole, because it
 * is stored encrypted with a blind index.
 */
export function userFields({ kernel, client, scope, holds }: Caller): Fields {
  const { members, seen, table } = groupSources[client.groupsAre]
  const name = textField(sql`u.real_name`, { narrow: inSearch })
  const phone = equalField(
    value => {
      const number = mobileOf(value)
      return number === undefined ? sql`false` : sql`(u.phone_hash is not null and u.phone_hash = ${kernel.keys.blindIndex('phone', number)})`
    },
    sql`(u.phone_hash is not null)`,
  ) // prettier-ignore
  const mail = textField(email)
  const group = equalField(
    value => sql`exists (select 1 from ${members} m join ${table} g on g.id = m.group_id
      where m.user_id = u.id and m.group_id = ${value} and ${seen(scope)})`,
  )
  const org = equalField(
    value => sql`exists (select 1 from job w where w.user_id = u.id and w.org_id = ${value} and ${personInScope(scope, 'w.user_id')})`,
  )
  return {
    fields: {
      id: textField(sql`u.id`, { exact: true }),
      externalid: textField(sql`l.external_id`, { exact: true, operators: ['eq', 'ne', 'pr', 'sw', 'co', 'ew'] }),
      username: textField(sql`u.user_name`, { narrow: inSearch }),
      displayname: name,
      'name.formatted': name,
      active: flagField(sql`u.status = 1`),
      emails: mail,
      'emails.value': mail,
      ...(holds('readSensitive') && { phonenumbers: phone, 'phonenumbers.value': phone }),
      'meta.created': timeField(sql`u.create_time`),
      'meta.lastmodified': timeField(sql`u.update_time`),
      groups: group,
      'groups.value': group,
      [`${ENTERPRISE}:employeeNumber`.toLowerCase()]: textField(sql`u.employee_number`, { exact: true }),
      [`${HUFU_USER}:jobs.organization.value`.toLowerCase()]: org,
    },
    lists: {
      emails: {
        fields: { value: mail, type: constant('work'), primary: flagField(sql`true`) },
        around: inner => sql`(u.email is not null and ${inner})`,
      },
      ...(holds('readSensitive') && {
        phonenumbers: { fields: { value: phone, type: constant('mobile') }, around: (inner: Condition) => sql`(u.phone_hash is not null and ${inner})` },
      }),
      groups: { fields: { value: group }, around: inner => inner },
    },
  } // prettier-ignore
}

/** The attributes a list can be sorted by, each with its column and the column's type for the cursor. */
export const userOrders: Readonly<Record<string, { column: Condition; type: 'text' | 'timestamptz' }>> = {
  id: { column: sql`u.id`, type: 'text' },
  username: { column: sql`lower(u.user_name)`, type: 'text' },
  displayname: { column: sql`u.real_name`, type: 'text' },
  'name.formatted': { column: sql`u.real_name`, type: 'text' },
  'meta.created': { column: sql`u.create_time`, type: 'timestamptz' },
  'meta.lastmodified': { column: sql`u.update_time`, type: 'timestamptz' },
}
