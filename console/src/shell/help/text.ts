import { acts } from '@hufu/contract/text'

export const text = {
  title: '帮助',
  open: '帮助（F1）',
  close: acts.close,
  all: '全部指南',
  list: '指南列表',
  search: '在全部指南中查找',
  found: (count: number) => (count === 0 ? '没有找到，请换一个说法' : `找到 ${count} 篇`),
  noGuide: '这一页没有单独的指南。可以查找，或从全部指南中选择。',
  whole: '使用指南',
  wholeHint: '控制台每一页做什么、怎样做、出了问题怎么办。',
  contents: '目录',
  openWhole: '打开完整指南',
  toPage: (name: string) => `打开“${name}”`,
} as const
