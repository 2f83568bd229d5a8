import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const users = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'user' : 'users'}`
const groups = (count: number) => plural(count, 'permission group')

export const text = {
  title: t(things.permissionGroup, 'Permission groups'),
  description: t(
    '把多个应用与角色打包成一组，一次授予用户、机构、岗位、工作组或标签。',
    'Bundle applications and roles into a group and grant them all at once to users, organisations, posts, work groups or labels.',
  ),
  add: acts.addPermissionGroup,
  list: t('权限组列表', 'List of permission groups'),
  none: t('还没有权限组', 'No permission groups yet'),
  noneHint: t(
    '新增权限组后，选择它包含的应用与角色，再授予需要的人。',
    'Add one, choose its applications and roles, then grant it to those who need them.',
  ),
  people: t((count: number) => `${count.toLocaleString('zh-CN')} 人`, users),
  contents: t(
    (apps: number, roles: number) => `${apps} 应用 · ${roles} 角色`,
    (apps, roles) => `${plural(apps, 'app')} · ${plural(roles, 'role')}`,
  ),
  columns: {
    name: fields.name,
    code: fields.code,
    contents: t(things.permission, 'Permissions'),
    targets: t(fields.grantSubject, 'Grants'),
    people: t('可用人数', 'Reaches'),
    sortNum: fields.order,
    status: fields.status,
    updateTime: fields.updateTime,
  },
  tools: { auth: acts.grant, edit: acts.edit, remove: acts.remove },
  acts: {
    saved: outcomes.saved,
    done: outcomes.done,
    removed: outcomes.removed,
    enableTitle: named.enable,
    enableText: t(
      (people: number) => `启用后，${people} 人重新获得该权限组的应用与角色。`,
      people => `${users(people)} will have its applications and roles again.`,
    ),
    disableTitle: named.disable,
    disableText: t(
      (people: number) => `停用后，${people} 人立即失去经由该权限组获得的应用与角色；授权对象保留，可再次启用。`,
      people =>
        `${users(people)} will lose at once the applications and roles they have through it; it stays granted and can be enabled again.`,
    ),
    enableMany: t(
      (count: number) => `启用 ${count} 个权限组`,
      count => `Enable ${groups(count)}`,
    ),
    disableMany: t(
      (count: number) => `停用 ${count} 个权限组`,
      count => `Disable ${groups(count)}`,
    ),
    removeTitle: named.remove,
    removeText: t(
      (people: number) => `${people} 人立即失去经由该权限组获得的应用与角色，不能恢复。`,
      people => `${users(people)} will lose at once the applications and roles they have through it. This cannot be undone.`,
    ),
    removeMany: t(
      (count: number) => `删除 ${count} 个权限组`,
      count => `Delete ${groups(count)}`,
    ),
  },
  dialog: {
    add: acts.addPermissionGroup,
    edit: t('编辑权限组', 'Edit permission group'),
    name: fields.name,
    code: fields.code,
    codeHint: t('字母、数字、下划线、点或横线。', 'Letters, digits, underscores, dots or hyphens.'),
    codeProblem: t('编码由字母、数字、下划线、点或横线组成', 'A code consists of letters, digits, underscores, dots or hyphens'),
    nameTaken: problems.nameTaken,
    codeTaken: problems.codeTaken,
    sortNum: fields.order,
    sortHint: t('1 至 999999，越小越靠前；不填为 1。', '1 to 999999, small numbers first; 1 if left empty.'),
    remark: fields.remark,
  },
  auth: {
    title: t(
      (name: string) => `权限组“${name}”的授权`,
      name => `Permission group “${name}”`,
    ),
    description: t(
      '左侧选择这一组包含的应用与角色，在“授权对象”中选择授予谁。',
      'Choose on the left the applications and roles of this group, and under “Granted to” who gets them.',
    ),
    tabs: { contents: things.appsAndRoles, targets: t(fields.grantSubject, 'Granted to') },
    unchangedHint: t(
      '勾选或取消左侧的应用与角色，这里会列出得失。',
      'Tick or untick applications and roles on the left to see here what is gained and lost.',
    ),
    affects: t(
      (people: number) => (people > 0 ? `影响 ${people} 人，保存后立即生效。` : '还没有授予任何人，保存后对任何人都没有影响。'),
      people =>
        people > 0
          ? `Affects ${users(people)}; takes effect as soon as it is saved.`
          : 'It is granted to nobody yet, so saving affects nobody.',
    ),
    none: outcomes.noAppsYet,
    noneHint: t('先在“应用列表”中新增应用，再回到这里授权。', 'First add one in the list of applications, then come back here.'),
    save: acts.save,
    confirmTitle: t(
      (name: string) => `保存“${name}”的应用与角色？`,
      name => `Save the applications and roles of “${name}”?`,
    ),
    confirmText: t(
      (gained: number, lost: number, people: number) => `新增 ${gained} 项，移除 ${lost} 项，影响 ${people} 人，立即生效。`,
      (gained, lost, people) => `${gained} added, ${lost} removed; affects ${users(people)} at once.`,
    ),
    stale: t('该权限组已被他人修改', 'Somebody else has changed this permission group'),
    missing: t('没有选择权限组', 'No permission group chosen'),
    missingHint: t('请从权限组列表进入。', 'Come here from the list of permission groups.'),
    back: t('返回权限组列表', 'Back to permission groups'),
  },
  targets: {
    types: {
      user: t(things.user, 'Users'),
      org: t(things.org, 'Organisations'),
      post: t(fields.post, 'Posts'),
      workGroup: t(things.workGroup, 'Work groups'),
      label: t(things.userLabel, 'User labels'),
      stripe: t(things.businessLine, 'Business lines'),
    },
    list: t('授权对象列表', 'List of those it is granted to'),
    search: acts.findByName,
    add: t('添加授权对象', 'Grant to more'),
    added: t(
      (count: number) => (count > 0 ? `已添加 ${count} 个授权对象` : '所选对象已在该权限组中'),
      count => (count > 0 ? `Granted to ${count} more` : 'All those chosen have this permission group already'),
    ),
    name: fields.name,
    orgName: { user: t(things.org, 'Organisation'), org: fields.parentOrg, workGroup: fields.owningOrg },
    below: fields.range,
    withBelow: states.withChildOrgs,
    alone: t('仅本机构', 'This one only'),
    endTime: fields.expiryTime,
    forever: states.noEndDate,
    none: t('还没有这类授权对象', 'It is granted to none of these yet'),
    noneHint: t('添加后，他们立即获得该权限组的应用与角色。', 'Whom you add gets the applications and roles of this group at once.'),
    remove: acts.takeOut,
    removeTitle: t(
      (name: string) => `将“${name}”移出该权限组？`,
      name => `Take “${name}” out of this permission group?`,
    ),
    removeMany: t(
      (count: number) => `将 ${count} 个授权对象移出该权限组？`,
      count => `Take ${plural(count, 'entry', 'entries')} out of this permission group?`,
    ),
    removeText: t('移出后立即失去经由该权限组获得的应用与角色。', 'They lose at once the applications and roles they have through it.'),
    removed: t('已移出', 'Taken out'),
    whole: t(
      (count: number) => `已选 ${count} 项`,
      count => `${count} chosen`,
    ),
  },
} as const
