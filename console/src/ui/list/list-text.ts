export const text = {
  any: '全部',
  enabled: '启用',
  disabled: '停用',
  enable: '启用',
  disable: '停用',
  remove: '删除',
} as const
