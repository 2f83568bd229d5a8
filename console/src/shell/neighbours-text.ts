export const text = {
  label: '列表中的前后',
  before: '上一个',
  after: '下一个',
  place: (at: number, of: number) => `${at} / ${of}`,
} as const
