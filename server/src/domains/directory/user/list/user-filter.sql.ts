import { foldName, phoneForm, plainPhone } from '@hufu/contract/written'
import { sql, type RawBuilder } from 'kysely'
import type { UserFilter } from '@hufu/contract/directory/user'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { contains, realNameContains } from '../../../../platform/database/paging.ts'
import { everyone, inScope, type Scope } from '../../../../platform/access/scope.ts'

/** A search for people: the list's filters, the caller's scope, and the keys for the blind index. */
export interface People {
  scope: Scope
  filter: UserFilter
  keys: Keys
}

const SHORT_KEY = 2

/** Conditions on `u`; empty without filters. */
export function personConditions({ filter, keys, scope }: People): RawBuilder<unknown>[] {
  const { searchKey, userName, realName, employeeNumber, phone, status, labelId, workGroupId, hasPassword, beginTime, endTime } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (searchKey !== undefined) conditions.push(searchCondition(keys, searchKey))
  // `search` contains all three fields as they are compared: its index finds candidates, the column decides.
  const column = (name: string, text: string) => sql`(${textCondition(text)} and ${sql.ref(name)} ilike ${contains(text)})`
  if (userName !== undefined) conditions.push(column('u.user_name', userName))
  if (realName !== undefined) conditions.push(sql`(${textCondition(realName)} and ${realNameContains('u', realName)})`)
  if (employeeNumber !== undefined) conditions.push(column('u.employee_number', employeeNumber))
  if (phone !== undefined) conditions.push(phoneCondition(keys, phone))
  if (status === 2)
    conditions.push(sql`u.status = 1 and exists (select 1 from login_failure f where f.name_key = u.id and f.locked_until > now())`)
  else if (status !== undefined) conditions.push(sql`u.status = ${status}`)
  if (labelId !== undefined)
    conditions.push(sql`exists (select 1 from user_label_member m where m.user_id = u.id and m.label_id = ${labelId})`)
  if (hasPassword !== undefined)
    conditions.push(
      hasPassword
        ? sql`(u.password_hash is not null or exists (select from pending_password w where w.user_id = u.id))`
        : sql`u.password_hash is null and not exists (select from pending_password w where w.user_id = u.id)`,
    )
  if (workGroupId !== undefined)
    conditions.push(sql`exists (select 1 from work_group_member m join work_group g on g.id = m.group_id
      where m.user_id = u.id and m.group_id = ${workGroupId} and ${inScope(scope, sql.ref('g.org_id'))})`)
  if (beginTime !== undefined) conditions.push(sql`u.create_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`u.create_time < ${endTime}::timestamptz + interval '1 second'`)
  return conditions
}

/** One character, or two of ASCII: so many users contain these that their number is kept in a counter (decision 0002). */
const counted = /^(.|[\0-\x7f]{2})$/su
/** The text searched for, where it is the only filter and its hits are kept in a counter. */
export function countedGram(people: People): string | undefined {
  const key = foldName(people.filter.searchKey ?? '')
  return counted.test(key) && personConditions(people).length === 1 ? key : undefined
}

/** Whether the filters search for a text whose hits are not kept in a counter. */
export function isSearch(people: People): boolean {
  const { searchKey, userName, realName, employeeNumber, phone } = people.filter
  return [searchKey, userName, realName, employeeNumber, phone].some(text => text !== undefined) && countedGram(people) === undefined
}

/** Ids of the users who match, deleted ones included; the search indexes have only users who are not deleted. */
const idsWhere = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  everyone(
    'a filter of records, which their list narrows',
    sql`(select u.id from live_user u where ${sql.join([...conditions], sql` and `)}
    union all select u.id from users u where u.deleted_at is not null and ${sql.join([...conditions], sql` and `)})`,
  )

/** Ids of the users a searchKey finds, deleted ones included. */
export const idsFound = (people: People): RawBuilder<unknown> => idsWhere(personConditions(people))

/** Ids of the users whose name or account contains the text, deleted ones included. */
export const idsNamed = (text: string): RawBuilder<unknown> =>
  idsWhere([textCondition(text), sql`(${realNameContains('u', text)} or u.user_name ilike ${contains(text)})`])

/** Trigrams need three characters; for shorter keys there is an index of one- and two-character pieces. */
export function textCondition(text: string): RawBuilder<unknown> {
  const key = foldName(text)
  return [...key].length <= SHORT_KEY ? sql`u.grams @> array[${key}]::text[]` : sql`u.search like ${contains(key)}`
}

/** D-07: contains in the text fields, or equals the phone or its last four digits. */
function searchCondition(keys: Keys, searchKey: string): RawBuilder<unknown> {
  const text = textCondition(searchKey)
  const phone = plainPhone(searchKey)
  return phoneForm.test(phone) || /^\d{4}$/.test(phone) ? sql`(${text} or ${phoneCondition(keys, phone)})` : text
}

function phoneCondition(keys: Keys, written: string): RawBuilder<unknown> {
  const phone = plainPhone(written)
  return /^\d{4}$/.test(phone)
    ? sql`u.phone_tail = ${keys.blindIndex('phoneTail', phone)}`
    : sql`u.phone_hash = ${keys.blindIndex('phone', phone)}`
}
