import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const holders = (count: number) => plural(count, 'holder')
const roles = (count: number) => plural(count, 'role')
const resources = (count: number) => plural(count, 'resource')

export const text = {
  title: things.appPermissions,
  description: t(
    '为每个应用维护角色和资源：角色持有资源，授予用户、机构或权限组后，应用在登录时得到这些角色。',
    'Maintain the roles and resources of each application: roles hold resources, and once they are granted to users, organisations or permission groups, the application learns these roles at sign-in.',
  ),
  app: t(things.app, 'Application'),
  goneHint: t('请在上方选择一个应用。', 'Choose an application above.'),
  noAppHint: t(
    '先在应用列表中新增应用，再为它设置角色和资源。',
    'First add one in the list of applications, then set its roles and resources.',
  ),
  add: acts.addRole,
  list: t('角色列表', 'List of roles'),
  find: t('按名称查找角色', 'Find a role by name'),
  people: named.people,
  none: t('还没有角色', 'No roles yet'),
  noneHint: t(
    '例如“经办人”“审核人”：新增后勾选它的资源，再授予用户。',
    'For example “Clerk” or “Reviewer”: add it, tick its resources, then grant it to users.',
  ),
  nothing: t('没有符合条件的角色', 'No role matches'),
  clear: t('清除条件', 'Clear filters'),
  disabled: states.disabled,
  enabled: states.enabled,
  enable: acts.enable,
  disable: acts.disable,
  edit: acts.edit,
  copy: acts.copy,
  remove: acts.remove,
  choose: problems.roleNotChosen,
  chooseHint: t('在左侧选择一个角色，查看它的资源和持有人。', 'Choose a role on the left to see its resources and holders.'),
  saved: outcomes.saved,
  done: outcomes.done,
  removed: outcomes.removed,
  enableTitle: t(
    (name: string) => `启用角色“${name}”？`,
    name => `Enable role “${name}”?`,
  ),
  disableTitle: t(
    (name: string) => `停用角色“${name}”？`,
    name => `Disable role “${name}”?`,
  ),
  enableText: t(
    (people: number) => `启用后，它的 ${people} 名持有人重新得到这个角色。`,
    people => `Its ${holders(people)} will have this role again.`,
  ),
  disableText: t(
    (people: number) => `停用后，它的 ${people} 名持有人不再有这个角色；只凭它进入应用的人将打不开应用。`,
    people => `Its ${holders(people)} will no longer have this role; those who open the application by it alone cannot open it any more.`,
  ),
  removeTitle: t(
    (name: string) => `删除角色“${name}”？`,
    name => `Delete role “${name}”?`,
  ),
  removeText: t('它持有的资源关系一并删除，不能恢复。', 'It loses its resources. A deletion cannot be undone.'),
  held: t(
    (name: string) => `角色“${name}”不能删除`,
    name => `Role “${name}” cannot be deleted`,
  ),
  heldText: t(
    (people: number) => `它仍授予 ${people} 人，请先收回。`,
    people => `It is still granted to ${plural(people, 'user')}. Revoke it first.`,
  ),
  facts: {
    code: fields.code,
    remark: fields.remark,
    users: t('持有人', 'Holders'),
    resources: t(things.resource, 'Resources'),
    updated: fields.updateTime,
  },
  resourceCount: named.items,
  tabs: { resource: t(things.resource, 'Resources'), users: t(acts.grantUsers, 'Users') },
  dialog: {
    add: acts.addRole,
    edit: acts.editRole,
    copyTitle: t(
      (name: string) => `复制角色“${name}”`,
      name => `Copy role “${name}”`,
    ),
    copyName: t(
      (name: string) => `${name}副本`,
      name => `${name} copy`,
    ),
    copyHint: t(
      (count: number) => `新角色持有同样的 ${count} 项资源，不带持有人。`,
      count => `The new role holds the same ${resources(count)}, but has no holders.`,
    ),
    name: t('角色名称', 'Role name'),
    code: t('角色编码', 'Role code'),
    codeHint: t(
      '字母、数字、_ . : -，在应用内不可重复；应用按它识别角色',
      'Letters, digits, _ . : -, unique within the application, which recognises the role by it',
    ),
    codeProblem: t('角色编码格式不正确', 'The role code is not in the right format'),
    nameTaken: problems.nameTaken,
    codeTaken: problems.codeTaken,
    remark: fields.remark,
    status: fields.status,
  },
  resource: {
    manage: t('维护资源', 'Maintain resources'),
    self: t(
      (name: string) => `${name}（不含下级）`,
      name => `${name} (without those below)`,
    ),
    none: t('这个应用还没有资源', 'This application has no resources yet'),
    noneHint: t(
      '资源是应用里的菜单、按钮和接口。先维护资源，再勾选给角色。',
      'Resources are the menus, buttons and APIs of an application. Maintain them first, then tick them for roles.',
    ),
    save: acts.save,
    unchanged: t('勾选或取消后在此查看变化', 'Tick or untick resources to see here what changes'),
    affects: t(
      (people: number) => `保存后影响 ${people} 名持有人`,
      people => `Saving affects ${holders(people)}`,
    ),
    confirm: t(
      (name: string) => `保存“${name}”的资源？`,
      name => `Save the resources of “${name}”?`,
    ),
    confirmText: t(
      (gained: number, lost: number, people: number) => `新增 ${gained} 项，移除 ${lost} 项，影响 ${people} 名持有人。`,
      (gained, lost, people) => `${gained} added, ${lost} removed; affects ${holders(people)}.`,
    ),
    lost: t(
      (names: readonly string[]) => `将失去：${names.join('、')}`,
      names => `Will be lost: ${names.join(', ')}`,
    ),
    subjects: t(
      (names: readonly string[]) => `授予对象：${names.join('、')}`,
      names => `Granted to: ${names.join(', ')}`,
    ),
    subjectTypes: {
      user: t(things.user, 'user'),
      org: t(things.org, 'organisation'),
      label: t(fields.label, 'label'),
      workGroup: t(things.workGroup, 'work group'),
      post: t(fields.post, 'post'),
      stripe: t(things.businessLine, 'business line'),
      authGroup: t(things.permissionGroup, 'permission group'),
    },
    stale: t('该角色的资源已被他人修改', 'Somebody else has changed the resources of this role'),
  },
  resources: {
    title: t(
      (app: string) => `“${app}”的资源`,
      app => `Resources of “${app}”`,
    ),
    add: t('新增资源', 'Add resource'),
    addBelow: acts.addChild,
    edit: acts.edit,
    list: t('资源列表', 'List of resources'),
    name: fields.name,
    code: fields.code,
    type: fields.type,
    uri: fields.address,
    status: fields.status,
    types: { menu: t(things.menu, 'Menu'), button: t(things.button, 'Button'), api: t(things.api, 'API') },
    dialogAdd: t('新增资源', 'Add resource'),
    dialogAddBelow: t(
      (name: string) => `在“${name}”下新增资源`,
      name => `Add resource below “${name}”`,
    ),
    dialogEdit: t('编辑资源', 'Edit resource'),
    codeHint: t('字母、数字、_ . : -，在应用内不可重复', 'Letters, digits, _ . : -, unique within the application'),
    codeProblem: t('资源编码格式不正确', 'The resource code is not in the right format'),
    codeTaken: problems.codeTaken,
    uriHint: t(
      '以 / 开头的路径，或 http(s) 地址；接口可写作 GET /orders',
      'A path that begins with /, or an http(s) address; APIs can be written as GET /orders',
    ),
    uriProblem: t('地址不正确', 'The address is not valid'),
    sortNum: fields.sortNum,
    removeTitle: t(
      (name: string) => `删除资源“${name}”？`,
      name => `Delete resource “${name}”?`,
    ),
    removeText: t(
      (roles: number) => (roles > 0 ? `${roles} 个角色持有它，将随之失去。` : '没有角色持有它。'),
      count => (count > 0 ? `${roles(count)} will lose it.` : 'No role holds it.'),
    ),
    hasChildren: t(
      (name: string) => `资源“${name}”不能删除`,
      name => `Resource “${name}” cannot be deleted`,
    ),
    hasChildrenText: t('它有下级资源，请先删除下级。', 'There are resources below it. Delete those first.'),
    disableTitle: t(
      (name: string) => `停用资源“${name}”？`,
      name => `Disable resource “${name}”?`,
    ),
    disableText: t(
      (roles: number) => `停用后，${roles} 个持有它的角色不再包含它。`,
      count => `${roles(count)} that ${count === 1 ? 'holds' : 'hold'} it will no longer include it.`,
    ),
    enableTitle: t(
      (name: string) => `启用资源“${name}”？`,
      name => `Enable resource “${name}”?`,
    ),
    enableText: t('启用后，持有它的角色重新包含它。', 'Roles that hold it will include it again.'),
  },
  holders: {
    title: acts.grantUsers,
    description: t(
      (app: string, role: string) => `应用“${app}”中持有角色“${role}”的人：本人的角色可在此收回，经机构、权限组得到的在应用授权中调整。`,
      (app, role) =>
        `Who holds the role “${role}” in the application “${app}”: a role of their own can be revoked here, what comes through organisations or permission groups is changed in “${things.appGrants}”.`,
    ),
    missing: t('没有指定角色', 'No role chosen'),
    missingHint: t('请从应用权限页面进入。', `Come here from “${things.appPermissions}”.`),
    back: things.appPermissions,
    openPage: t('在单独页面中打开', 'Open on its own page'),
    list: t('授权用户列表', 'List of users'),
    find: t('按姓名、拼音、账号、工号或手机号查找', 'Name, pinyin, account, employee no. or phone'),
    add: acts.addMember,
    addTitle: t(
      (role: string) => `把“${role}”授予用户`,
      role => `Grant “${role}” to users`,
    ),
    added: t(
      (count: number) => (count > 0 ? `已授予 ${count} 人` : '所选用户都已持有该角色'),
      count => (count > 0 ? `Granted to ${plural(count, 'user')}` : 'All the users chosen hold this role already'),
    ),
    none: t('还没有人持有这个角色', 'Nobody holds this role yet'),
    noneHint: t(
      '添加用户，或在应用授权中把它授予机构、岗位、标签、权限组。',
      `Add users, or grant it to organisations, posts, labels or permission groups in “${things.appGrants}”.`,
    ),
    realName: fields.realName,
    userName: fields.account,
    org: t(things.org, 'Organisation'),
    roles: t('在该应用的角色', 'Roles in the application'),
    roleNames: t(
      (names: readonly string[]) => names.join('、'),
      names => names.join(', '),
    ),
    source: t(fields.source, 'From'),
    own: states.grantedDirectly,
    inherited: states.grantedThrough,
    inheritedStays: t(
      '经机构、岗位、标签、工作组、条线或权限组得到，请在应用授权中收回',
      `It comes through an organisation, post, label, work group, business line or permission group. Revoke it in “${things.appGrants}”`,
    ),
    remove: acts.revoke,
    removeTitle: t(
      (whom: string, role: string) => `收回${whom}的角色“${role}”？`,
      (whom, role) => `Revoke the role “${role}” of ${whom}?`,
    ),
    whom: t(
      (name: string) => `“${name}”`,
      name => `“${name}”`,
    ),
    many: t(named.chosenPeople, count => plural(count, 'selected user')),
    removeText: t(
      '他们不再有这个角色；经机构、权限组得到的不受影响。',
      'They no longer have this role, unless it also comes through an organisation or a permission group.',
    ),
    removed: t(
      (count: number) => `已收回 ${count} 人的角色`,
      count => `Revoked from ${plural(count, 'user')}`,
    ),
  },
} as const
