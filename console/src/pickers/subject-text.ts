import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  search: acts.findByName,
  nothing: t('没有可选的对象', 'There is nothing to choose'),
  orgHint: t(
    '点击机构选中，再次点击取消；可选多个',
    'Click an organisation to choose it, again to leave it out; choose as many as you like',
  ),
  below: states.withChildOrgs,
  rights: {
    hint: t(
      '直接授予的应用与角色；经由权限组获得的在权限组中查看。',
      'Applications and roles granted directly; those from permission groups are shown there.',
    ),
    manage: t('前往应用授权', 'Go to application grants'),
    label: t(
      (name: string) => `${name} 的授权`,
      name => `Grants of ${name}`,
    ),
    none: t('还没有授予任何应用', 'No application has been granted yet'),
    noneHint: t('授权后，其中的用户立即可以打开应用。', 'After a grant its people can open the application at once.'),
    app: things.app,
    roles: t(things.role, 'Roles'),
    noRoles: t('仅可打开', 'May only open it'),
    endTime: fields.expiryTime,
    over: states.expired,
    forever: states.noEndDate,
    grantedBy: fields.grantor,
    createTime: fields.grantTime,
  },
  ok: t(
    (count: number) => (count > 0 ? `确定（${count}）` : acts.confirm),
    count => (count > 0 ? `OK (${count})` : acts.confirm),
  ),
} as const
