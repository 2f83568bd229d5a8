import { things } from '@hufu/contract/text'

export const text = {
  choose: '选择对象',
  clear: '不限对象',
  other: '指定对象',
  kinds: { user: things.user, org: things.org, app: things.app, role: things.role },
  titles: { app: '选择应用', role: '选择角色' },
  chooseRole: '请选择角色，可按名称或编码查找',
  noRole: '没有符合条件的角色',
} as const
