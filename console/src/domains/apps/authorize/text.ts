import { text as pathText } from '../../../pickers/diagnosis/access-paths-text.ts'
import { acts, fields, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: things.appGrants,
  description: t(
    '谁可以打开哪些应用、拥有哪些角色：直接授予用户、机构、岗位、工作组、标签或条线。',
    'Who can open which applications and has which roles there: granted directly to users, organisations, posts, work groups, labels or business lines.',
  ),
  give: acts.grant,
  list: t('授权列表', 'List of grants'),
  export: acts.exportSheet,
  exporting: t('导出应用授权', 'Export application grants'),
  none: t('还没有这类授权', 'No grants of this kind yet'),
  noneHint: t('选择授权对象与应用，授权后立即生效。', 'Choose to whom and which applications; a grant takes effect at once.'),
  types: pathText.types,
  search: fields.name,
  app: t(things.app, 'Application'),
  anyApp: t('全部应用', 'All applications'),
  columns: {
    target: t(fields.grantSubject, 'Granted to'),
    below: fields.range,
    app: t(things.app, 'Application'),
    roles: t(things.role, 'Roles'),
    endTime: fields.expiryTime,
    grantedBy: fields.grantor,
    createTime: fields.grantTime,
  },
  withBelow: states.withChildOrgs,
  alone: t('仅本机构', 'This one only'),
  roleNames: t(
    (names: readonly string[]) => names.join('、'),
    names => names.join(', '),
  ),
  noRoles: t('仅可打开', 'May only open it'),
  forever: states.noEndDate,
  over: states.expired,
  edit: t('调整', 'Adjust'),
  take: acts.revoke,
  takeTitle: t(
    (target: string, app: string) => `收回“${target}”对“${app}”的授权？`,
    (target, app) => `Revoke the grant of “${app}” to “${target}”?`,
  ),
  takeMany: t(
    (count: number) => `收回 ${count} 项授权？`,
    count => `Revoke ${plural(count, 'grant')}?`,
  ),
  takeText: t(
    '收回后立即失去该应用及其角色；经由其他途径（权限组、所在机构等）获得的不受影响。',
    'The application and its roles are lost at once, unless they also come another way (a permission group, the organisation and so on).',
  ),
  taken: t('已收回', 'Revoked'),
  why: things.accessDiagnosis,
  order: {
    give: t(
      (type: string) => `授权给${type}`,
      type => `Grant to ${type.charAt(0).toLowerCase()}${type.slice(1)}`,
    ),
    edit: t(
      (target: string) => `调整“${target}”的授权`,
      target => `Adjust the grant to “${target}”`,
    ),
    targets: t(fields.grantSubject, 'Grant to'),
    choose: t('选择授权对象', 'Choose to whom'),
    chosen: t(
      (count: number) => `已选 ${count} 个`,
      count => `${count} chosen`,
    ),
    again: t('重新选择', 'Choose again'),
    apps: things.appsAndRoles,
    endTime: fields.expiryTime,
    endHint: t('不填为长期有效。', 'Leave empty for no end.'),
    save: acts.grant,
    none: t('还没有可授予的应用', 'There are no applications to grant yet'),
    done: t('授权成功，已立即生效', 'Granted, in effect at once'),
    lostTitle: t(
      (count: number) => `保存后将收回 ${count} 项`,
      count => `Saving revokes ${plural(count, 'item')}`,
    ),
    lost: t(
      (target: string, app: string, role: string | null) => `${target}：${app}${role === null ? '' : ` / ${role}`}`,
      (target, app, role) => `${target}: ${app}${role === null ? '' : ` / ${role}`}`,
    ),
    more: t(
      (count: number) => `等共 ${count} 项`,
      count => `… ${count} in total`,
    ),
    goOn: t('仍要保存', 'Save anyway'),
    nothing: t('请选择应用或角色', 'Choose an application or a role'),
  },
} as const
