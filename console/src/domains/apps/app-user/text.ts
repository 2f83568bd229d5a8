import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const users = (count: number) => plural(count, 'user')

export const text = {
  title: things.appUsers,
  description: t(
    '谁能打开这个应用、用哪个账号、有哪些角色；经机构、权限组等得到的在应用授权中调整。',
    `Who can open this application, with which account and roles; what comes through organisations, permission groups and the like is changed in “${things.appGrants}”.`,
  ),
  app: t(things.app, 'Application'),
  noAppHint: t('先在应用列表中新增应用。', 'First add one in the list of applications.'),
  add: acts.addMember,
  addTitle: t(
    (app: string) => `把“${app}”授权给用户`,
    app => `Grant “${app}” to users`,
  ),
  added: t(
    (count: number) => (count > 0 ? `已授权 ${count} 人` : '所选用户都已有直接授权'),
    count => (count > 0 ? `Granted to ${users(count)}` : 'All the users chosen have a direct grant already'),
  ),
  list: t('应用用户列表', 'List of application users'),
  none: t('还没有人能打开这个应用', 'Nobody can open this application yet'),
  noneHint: t(
    '添加用户，或在应用授权中把它授予机构、岗位、标签、权限组。',
    `Add users, or grant it to organisations, posts, labels or permission groups in “${things.appGrants}”.`,
  ),
  any: states.all,
  enabled: states.enabled,
  disabled: states.disabled,
  sources: { direct: states.grantedDirectly, group: states.grantedThrough },
  search: t('姓名、拼音、账号、工号或手机号', 'Name, pinyin, account, employee no. or phone'),
  columns: {
    searchKey: t(things.user, 'User'),
    org: t(things.org, 'Organisation'),
    realName: fields.realName,
    userName: fields.account,
    account: t(fields.appAccount, 'App account'),
    roles: t(things.role, 'Roles'),
    source: t(fields.source, 'From'),
    status: fields.status,
    createTime: fields.grantTime,
  },
  roleNames: t(
    (names: readonly string[]) => names.join('、'),
    names => names.join(', '),
  ),
  noRoles: t('无角色', 'No roles'),
  notOpen: t('未生效', 'No effect'),
  ownAccount: t('单独设置', 'Own setting'),
  tools: {
    roles: t(things.role, 'Roles'),
    account: fields.appAccount,
    disable: acts.disable,
    enable: acts.enable,
    remove: acts.revokeGrant,
  },
  removeKept: t(
    '没有直接授权；经机构、角色、权限组得到的请在应用授权中收回',
    `There is no direct grant; what comes through organisations, roles or permission groups is revoked in “${things.appGrants}”`,
  ),
  disableTitle: t(
    (whom: string) => `停用${whom}在该应用的使用？`,
    whom => `Stop ${whom} from using this application?`,
  ),
  enableTitle: t(
    (whom: string) => `恢复${whom}在该应用的使用？`,
    whom => `Let ${whom} use this application again?`,
  ),
  disableText: t(
    '停用后，无论经哪种途径得到授权，都打不开这个应用；授权本身保留。',
    'They cannot open this application, whichever way it was granted; the grants themselves are kept.',
  ),
  enableText: t('恢复后，按其已有的授权打开应用。', 'They can open the application again as far as it is granted to them.'),
  removeTitle: t(
    (whom: string) => `收回${whom}的直接授权？`,
    whom => `Revoke the direct grant of ${whom}?`,
  ),
  removeText: t(
    '若还有角色、机构或权限组让他打开这个应用，仍然能打开；否则将打不开。',
    'They can still open this application if a role, organisation or permission group lets them; otherwise they cannot.',
  ),
  whom: t(
    (name: string) => `“${name}”`,
    name => `“${name}”`,
  ),
  many: t(named.chosenPeople, count => plural(count, 'selected user')),
  done: outcomes.done,
  removed: t(
    (count: number) => `已收回 ${count} 人的直接授权`,
    count => `Direct grants of ${users(count)} revoked`,
  ),
  exporting: {
    button: acts.exportSheet,
    title: t('导出应用用户', 'Export application users'),
    ask: t(
      (total: number) => `将按当前条件导出 ${total} 人。`,
      total => `${users(total)} will be exported with the current filters.`,
    ),
    ok: acts.exportSheet,
    nothing: t('没有可导出的用户', 'There are no users to export'),
  },
  account: {
    title: t(
      (name: string) => `“${name}”的应用账号`,
      name => `Application account of “${name}”`,
    ),
    label: fields.appAccount,
    hint: t(
      '登录应用时以此账号识别；留空则按应用设置的映射取账号。在应用内不可重复。',
      'They are recognised by this account in the application; left empty, it follows the account mapping of the application. Unique within the application.',
    ),
    taken: t('应用账号已存在', 'This application account is already in use'),
    saved: outcomes.saved,
  },
  assign: {
    title: t(
      (whom: string) => `${whom}的角色`,
      whom => `Roles of ${whom}`,
    ),
    mode: t('方式', 'How'),
    modes: { add: t('追加', 'Add'), replace: t('覆盖', 'Replace'), remove: t(acts.remove, 'Revoke') },
    hints: {
      add: t('在现有角色之外，再加上勾选的角色。', 'Adds the roles ticked to those they have.'),
      replace: t('本人的角色变为恰好是勾选的这些，其余失去。', 'Leaves them exactly the roles ticked; the others are lost.'),
      remove: t(
        '收回勾选的角色（仅本人的，经机构或权限组得到的不受影响）。',
        'Revokes the roles ticked (only their own; what comes through organisations or permission groups stays).',
      ),
    },
    roles: t(things.role, 'Roles'),
    rolesMissing: problems.roleNotChosen,
    none: t('该应用还没有角色，请先在应用权限中新增。', `This application has no roles yet. First add them in “${things.appPermissions}”.`),
    lostTitle: t('将失去以下角色，确定覆盖？', 'These roles will be lost. Replace them?'),
    lost: t(
      (name: string, role: string) => `${name}：${role}`,
      (name, role) => `${name}: ${role}`,
    ),
    lostMore: t(
      (count: number) => `……共 ${count} 项`,
      count => `… ${count} in total`,
    ),
    ok: t('覆盖', 'Replace'),
    changed: t(
      (count: number) => (count > 0 ? `已变更 ${count} 人` : '没有变化'),
      count => (count > 0 ? `${users(count)} changed` : 'Nothing changed'),
    ),
  },
} as const
