import { states, things } from '@hufu/contract/text'

export const text = {
  title: things.segregation,
  on: '已开启',
  off: '未开启',
  about:
    '开启后，系统管理员、安全管理员、审计管理员各司其职、互不兼任：超级管理员停用，其他角色只保留属于系统管理员的部分。开启和关闭都须三员齐备，并由其中两人在一天内先后同意。',
  segregatedRoles: {
    system: { name: things.systemAdmin, does: '维护机构、用户、应用与同步，解锁账号' },
    security: { name: things.securityAdmin, does: '分配角色与权限，审核，设置安全策略与菜单' },
    audit: { name: things.auditAdmin, does: '查看操作日志、登录日志与数据历史' },
  },
  list: '三员',
  holdersOf: (name: string) => `${name}人员`,
  nobody: '尚未指定用户',
  notAble: '账号不可用',
  add: '指定',
  addTitle: (name: string) => `指定${name}`,
  added: (count: number) => `已指定${count}人`,
  remove: (name: string) => `免去 ${name}`,
  removeTitle: (name: string, segregatedRole: string) => `免去“${name}”的${segregatedRole}职责？`,
  removeText: '该用户将立即失去这一职责的全部权限。',
  removeDone: '免去',
  removed: '已免去',
  agreed: (wish: boolean, by: string) => `${by} 已同意${wish ? '开启' : states.off}`,
  notAgreed: '未表态',
  agree: (wish: boolean) => (wish ? '同意开启' : '同意关闭'),
  agreeTitle: (wish: boolean) => (wish ? '同意开启三员分立？' : '同意关闭三员分立？'),
  agreeText: (wish: boolean) =>
    wish
      ? '另有一员同意后立即生效：超级管理员停用，各角色只保留属于系统管理员的部分。'
      : '另有一员同意后立即生效：超级管理员与各角色恢复原有权限。',
  withdraw: '撤回同意',
  asks: (by: string, wish: boolean) => `${by} 提议${wish ? '开启' : states.off}三员分立，等待另一员同意`,
  mine: (segregatedRole: string) => `您是${segregatedRole}`,
  switched: (isOn: boolean) => (isOn ? '三员分立已开启' : '三员分立已关闭'),
  noted: '已记录您的同意，等待另一员同意',
  withdrawn: states.withdrawn,
  matrix: '下载接口权限矩阵',
  matrixHint: '逐个接口列出三员与每个角色是否可用，供测评使用。',
} as const
