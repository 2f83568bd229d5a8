import type { InnerCall } from '../../../platform/http/inner-call.ts'
import type { NounTable } from './present.sql.ts'

export type Row = Readonly<Record<string, unknown>>

/** How a kind of record is changed by its own calls. What stands nowhere here cannot be taken back. */
export interface Noun {
  /** The call that edits it: what it needs besides, and which columns it writes. */
  update?: { name: string; base: Readonly<Record<string, string>>; fields: Readonly<Record<string, string>> }
  /** Columns that a call of their own writes. */
  own?: Readonly<Record<string, (id: string, value: unknown) => InnerCall>>
  /** Takes back that it came. */
  remove?: (row: Row) => InnerCall
  /** Brings back what was deleted. */
  add?: (row: Row) => InnerCall
  /** It comes back under its id: written by the functions of its own noun (restore.ts). */
  again?: 'role' | 'menu'
}

const setStatus = (feature: string) => ({
  status: (id: string, value: unknown): InnerCall => ({
    name: `${feature}.setStatus`,
    query: { status: String(value as number) },
    body: { ids: [id] },
  }),
})
const removal = (feature: string) => (row: Row) => ({ name: `${feature}.remove`, body: { ids: [row.id] } })
const same = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])) // prettier-ignore

/** A record with a name, edited, enabled and disabled by calls of the usual names. */
const plain = (feature: string, base: string, fields: string): Noun => ({
  update: { name: `${feature}.update`, base: Object.fromEntries(base.split(' ').map(name => [name, name])), fields: same(fields) },
  own: setStatus(feature),
  remove: removal(feature),
})

const positionAttribute = (kind: string): Noun => plain(kind, 'name code', 'name code sort_num remark')
const standings: Readonly<Record<string, Noun>> = {
  rank: positionAttribute('rank'),
  title: positionAttribute('title'),
  duty: positionAttribute('duty'),
  post: positionAttribute('post'),
}

const nouns: Readonly<Record<Exclude<NounTable, 'standing'>, Noun>> = {
  users: {
    update: {
      name: 'user.update',
      base: { realName: 'real_name' },
      fields: same('user_name real_name origin_user_id employee_number gender email avatar valid_end_time remark'),
    },
    own: {
      ...setStatus('user'),
      deleted_at: (id, value) =>
        value === null ? { name: 'user.recover', query: { userId: id } } : { name: 'user.remove', body: { ids: [id] } },
    },
    remove: removal('user'),
  },
  org: {
    update: {
      name: 'org.update',
      base: { name: 'name', code: 'code' },
      fields: same('name short_name code org_type origin_org_id leader phone address sort_num remark'),
    },
    own: {
      ...setStatus('org'),
      parent_id: (id, value) => ({ name: 'org.move', body: { ids: [id], targetParentId: value } }),
      deleted_at: (id, value) =>
        value === null ? { name: 'org.recover', query: { orgId: id } } : { name: 'org.remove', body: { ids: [id] } },
    },
    remove: removal('org'),
  },
  role: { ...plain('role', 'name code', 'name code remark second_factor'), again: 'role' },
  user_role: {
    remove: row => ({ name: 'role.removeUser', body: { id: row.role_id, userIds: [row.user_id] } }),
    add: row => ({ name: 'role.addUser', body: { id: row.role_id, userIds: [row.user_id] } }),
  },
  menu: {
    update: {
      name: 'menu.save',
      base: { parentId: 'parent_id', name: 'name', menu_uri: 'menu_uri', type: 'type', status: 'status' },
      fields: {
        ...same('parent_id name mark status sort_num hsa_auth_grade_show'),
        menu_uri: 'menu_uri',
        menu_icon: 'menu_icon',
      },
    },
    remove: removal('menu'),
    again: 'menu',
  },
  config: {
    update: {
      name: 'config.update',
      base: { configValue: 'config_value' },
      fields: same('config_value config_name remark'),
    },
  },
  user_label: plain('userLabel', 'name', 'name color sort_num remark'),
  user_label_member: {
    remove: row => ({ name: 'userLabel.removeUser', body: { labelId: row.label_id, userIds: [row.user_id] } }),
    add: row => ({ name: 'userLabel.addUser', body: { labelId: row.label_id, userIds: [row.user_id] } }),
  },
}

const isNoun = (table: string): table is keyof typeof nouns => Object.hasOwn(nouns, table)

export function nounOf(table: string, row: Row): { table: NounTable; noun: Noun } | undefined {
  if (isNoun(table)) return { table, noun: nouns[table] }
  const noun = table === 'standing' ? standings[row.kind as string] : undefined
  return noun && { table: 'standing', noun }
}
