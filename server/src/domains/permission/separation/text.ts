import { fields, things } from '@hufu/contract/text'

export const text = {
  fileName: '接口权限矩阵.xlsx',
  titles: [fields.operation, '方法', things.api, fields.type, '所需权限', '三员归属'],
  permits: { anyone: '无需登录', signedIn: '登录即可', superAdmin: '超级管理员', client: 'API客户端' },
  anyPage: '任一菜单',
  changes: fields.change,
  reads: '查询',
  may: '✓',
  segregatedRoles: { system: things.systemAdmin, security: things.securityAdmin, audit: things.auditAdmin },
  /** Tells a segregated role from an ordinary role of the same name. */
  ofThree: (name: string) => `${name}（三员）`,
} as const
