import { acts, fields, states, things } from '@hufu/contract/text'

export const text = {
  search: acts.findByName,
  nothing: '没有可选的对象',
  orgHint: '点击机构选中，再次点击取消；可选多个',
  below: states.withChildOrgs,
  rights: {
    hint: '直接授予的应用与角色；经由权限组获得的在权限组中查看。',
    manage: '前往应用授权',
    label: (name: string) => `${name} 的授权`,
    none: '还没有授予任何应用',
    noneHint: '授权后，其中的用户立即可以打开应用。',
    app: things.app,
    roles: things.role,
    noRoles: '仅可打开',
    endTime: fields.expiryTime,
    over: states.expired,
    forever: states.noEndDate,
    grantedBy: fields.grantor,
    createTime: fields.grantTime,
  },
  ok: (count: number) => (count > 0 ? `确定（${count}）` : acts.confirm),
} as const
