export const text = {
  search: '按名称查找',
  nothing: '没有可选的对象',
  orgHint: '点击机构选中，再次点击取消；可选多个',
  below: '含下级机构',
  ok: (count: number) => (count > 0 ? `确定（${count}）` : '确定'),
} as const
