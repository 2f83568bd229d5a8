import { jobFields } from '@hufu/contract/fields/job-fields'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { columnsWith } from '@hufu/contract/fields/field'
import { appRestoreRules } from './app-restore-rules.ts'
import { type RestoreRules, part, plain, removal, type Row, sameNames, setStatus, sorted } from './restore-rule.ts'
import type { RestorableTable } from './present.sql.ts'

const positionAttribute = (kind: string): RestoreRules => ({ ...plain(kind, 'name code', 'name code sort_num remark'), reinserts: true })
const positionAttributes: Readonly<Record<string, RestoreRules>> = {
  rank: positionAttribute('rank'),
  title: positionAttribute('title'),
  duty: positionAttribute('duty'),
  post: positionAttribute('post'),
}

const restoreRules: Readonly<Record<Exclude<RestorableTable, 'standing'>, RestoreRules>> = {
  users: {
    update: {
      name: 'user.update',
      base: { realName: 'real_name' },
      fields: sameNames(columnsWith(userFields, 'restore').join(' ')),
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
      fields: sameNames(columnsWith(orgFields, 'restore').join(' ')),
    },
    own: {
      ...setStatus('org'),
      parent_id: (id, value) => ({ name: 'org.move', body: { ids: [id], targetParentId: value } }),
      // After `parent_id`, because a move puts the organisation last among its siblings.
      sort_num: (id, value) => ({ name: 'org.setSortNum', query: { orgId: id, sortNum: String(value as number) } }),
      deleted_at: (id, value) =>
        value === null ? { name: 'org.recover', query: { orgId: id } } : { name: 'org.remove', body: { ids: [id] } },
    },
    remove: removal('org'),
  },
  role: { ...plain('role', 'name code', 'name code remark second_factor'), reinserts: true },
  user_role: {
    remove: row => ({ name: 'role.removeUser', body: { id: row.role_id, userIds: [row.user_id] } }),
    add: row => ({ name: 'role.addUser', body: { id: row.role_id, userIds: [row.user_id] } }),
  },
  menu: {
    update: {
      name: 'menu.save',
      base: { parentId: 'parent_id', name: 'name', menu_uri: 'menu_uri', type: 'type', status: 'status' },
      fields: {
        ...sameNames('parent_id name mark status sort_num hsa_auth_grade_show'),
        menu_uri: 'menu_uri',
        menu_icon: 'menu_icon',
      },
    },
    remove: removal('menu'),
    reinserts: true,
  },
  config: {
    update: {
      name: 'config.update',
      base: { configValue: 'config_value' },
      fields: sameNames('config_value config_name remark'),
    },
    remove: removal('ownSetting'),
    reinserts: true,
  },
  dict_type: {
    update: { name: 'dict.updateType', base: sameNames('name'), fields: sameNames('name remark') },
    remove: removal('dict', 'removeType'),
    reinserts: true,
  },
  dict_item: { ...plain('dict', 'name code', 'name code sort_num remark'), reinserts: true },
  notice: {
    update: { name: 'keptNotice.save', base: { title: 'title', fileId: 'file_id' }, fields: sameNames('title file_id') },
    own: { ...setStatus('keptNotice'), ...sorted('keptNotice') },
    remove: row => ({ name: 'keptNotice.remove', query: { id: row.id } }),
  },
  job: {
    own: Object.fromEntries(
      columnsWith(jobFields, 'column').map(column => [column, (_, value, present) => part('job', { ...present, [column]: value }, true)]),
    ),
    remove: row => part('job', row, false),
    add: row => part('job', row, true),
  },
  stripe: { ...plain('stripe', 'name code', 'name code sort_num remark'), reinserts: true },
  stripe_org: {
    own: {
      parent_id: (_, value, { stripe_id: stripeId, org_id: orgId }) => ({
        name: 'stripe.moveOrg',
        body: { stripeId, orgId, targetParentId: value ?? '0' },
      }),
      sort_num: (_, value, { stripe_id: stripeId, org_id: orgId }) => ({
        name: 'stripe.setSortNum',
        query: { stripeId, orgId, sortNum: String(value as number) },
      }),
    },
    remove: row => ({ name: 'stripe.removeOrg', body: { stripeId: row.stripe_id, orgIds: [row.org_id] } }),
    add: row => ({ name: 'stripe.addOrg', body: { stripeId: row.stripe_id, parentId: row.parent_id, orgIds: [row.org_id] } }),
  },
  work_group: { ...plain('workGroup', 'name code', 'name code org_id leader_id valid_end_time sort_num remark'), reinserts: true },
  work_group_member: {
    remove: row => ({ name: 'workGroup.removeUser', body: { id: row.group_id, userIds: [row.user_id] } }),
    add: row => part('member', row, true),
  },
  role_menu: { remove: row => part('roleMenu', row, false), add: row => part('roleMenu', row, true) },
  user_label: { ...plain('userLabel', 'name', 'name color sort_num remark'), reinserts: true },
  user_label_member: {
    remove: row => ({ name: 'userLabel.removeUser', body: { labelId: row.label_id, userIds: [row.user_id] } }),
    add: row => ({ name: 'userLabel.addUser', body: { labelId: row.label_id, userIds: [row.user_id] } }),
  },
  ...appRestoreRules,
}

const hasRestoreRules = (table: string): table is keyof typeof restoreRules => Object.hasOwn(restoreRules, table)

export function restoreRulesOf(table: string, row: Row): { table: RestorableTable; rules: RestoreRules } | undefined {
  if (hasRestoreRules(table)) return { table, rules: restoreRules[table] }
  const rules = table === 'standing' ? positionAttributes[row.kind as string] : undefined
  return rules && { table: 'standing', rules }
}
