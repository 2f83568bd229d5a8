import { acts, fields, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: things.adminList,
  description: t(
    '拥有至少一个角色的用户即为管理员，可以进入控制台。停用管理员后，其角色不再起作用，用户账号不受影响。',
    'Users with at least one role are administrators and can enter the console. While an administrator is disabled, their roles have no effect; their account stays as it is.',
  ),
  tabs: { admins: t(things.admin, 'Administrators'), separation: things.segregation },
  add: acts.addAdmin,
  list: t(things.adminList, 'List of administrators'),
  none: t('还没有管理员', 'No administrators yet'),
  noneHint: t('从用户中选择并分配角色，他们即可进入控制台。', 'Choose users and assign roles to them; they can then enter the console.'),
  any: states.all,
  builtIn: states.builtIn,
  accountOff: t('账号停用', 'Account off'),
  never: t('从未登录', 'Never signed in'),
  self: t(states.oneself, 'You'),
  columns: {
    realName: fields.realName,
    userName: fields.userName,
    orgName: t(things.org, 'Organisation'),
    roles: t(things.role, 'Roles'),
    status: fields.status,
    lastLoginTime: t('最近登录', 'Last sign-in'),
  },
  filters: { searchKey: fields.keyword, searchHint: outcomes.peopleHint, role: t(things.role, 'Role'), status: fields.status },
  tools: {
    roles: t('分配角色', 'Assign roles'),
    enable: acts.enable,
    disable: acts.disable,
    remove: acts.detach,
    builtInStays: problems.builtInAccount,
    selfStays: t('不能对自己进行此操作', 'You cannot do this to yourself'),
  },
  acts: {
    done: outcomes.done,
    saved: outcomes.saved,
    added: t(
      (count: number) => (count > 0 ? `已添加 ${count} 名管理员` : '所选用户已拥有这些角色'),
      count => (count > 0 ? `${plural(count, 'administrator')} added` : 'The users chosen have these roles already'),
    ),
    enableTitle: t(
      (whom: string) => `启用管理员${whom}？`,
      whom => `Enable ${whom}?`,
    ),
    enableText: t('启用后，其角色的权限立即恢复。', 'The permissions of their roles come back at once.'),
    disableTitle: t(
      (whom: string) => `停用管理员${whom}？`,
      whom => `Disable ${whom}?`,
    ),
    disableText: t(
      '停用后 1 秒内失去全部角色的权限，不能再进入控制台；角色保留，可随时启用。',
      'Within 1 second they lose the permissions of all their roles and can no longer enter the console. The roles are kept; enable them again at any time.',
    ),
    removeTitle: t(
      (whom: string) => `移除管理员${whom}？`,
      whom => `Remove ${whom}?`,
    ),
    removeText: t(
      '移除后将收回其全部角色，1 秒内生效；用户账号保留，需要时可重新添加。',
      'All their roles are revoked within 1 second. The user accounts are kept and can be added again when needed.',
    ),
    whom: t(
      (name: string) => `“${name}”`,
      name => `administrator “${name}”`,
    ),
    many: t(
      (count: number) => ` ${count} 人`,
      count => plural(count, 'administrator'),
    ),
  },
  dialog: {
    add: acts.addAdmin,
    edit: t(
      (name: string) => `分配“${name}”的角色`,
      name => `Assign roles to “${name}”`,
    ),
    users: t(things.user, 'Users'),
    roles: t(things.role, 'Roles'),
    rolesHint: t('可选多个，权限取并集。', 'Several can be chosen; their permissions add up.'),
    usersMissing: problems.userNotChosen,
    rolesMissing: problems.roleNotChosen,
    superOnly: t('仅超级管理员可授予或收回', 'Only super administrators can grant or revoke this'),
    superTitle: t('授予超级管理员？', 'Grant the role of super administrator?'),
    superText: t(
      '超级管理员拥有全部权限，包括运维管理，并可管理其他超级管理员。',
      'Super administrators have all permissions, including operations, and can manage other super administrators.',
    ),
    superOk: t('授予', 'Grant'),
    gain: t(
      (names: readonly string[]) => `新增：${names.join('、')}`,
      names => `Added: ${names.join(', ')}`,
    ),
    lose: t(
      (names: readonly string[]) => `收回：${names.join('、')}`,
      names => `Revoked: ${names.join(', ')}`,
    ),
    keep: t('角色没有变化', 'No change of roles'),
  },
} as const
