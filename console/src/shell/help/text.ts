import { acts } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: t('帮助', 'Help'),
  open: t('帮助（F1）', 'Help (F1)'),
  close: acts.close,
  all: t('全部指南', 'All guides'),
  list: t('指南列表', 'Guides'),
  search: t('在全部指南中查找', 'Search all guides'),
  found: t(
    (count: number) => (count === 0 ? '没有找到，请换一个说法' : `找到 ${count} 篇`),
    count => (count === 0 ? 'Nothing found, try other words' : `${plural(count, 'guide')} found`),
  ),
  noGuide: t(
    '这一页没有单独的指南。可以查找，或从全部指南中选择。',
    'This page has no guide of its own. Search, or choose one of all guides.',
  ),
  whole: t('使用指南', 'User guide'),
  wholeHint: t(
    '您能打开的每一页做什么、怎样做、出了问题怎么办。',
    'What each page you may open does, how it is done, and what to do when something goes wrong.',
  ),
  contents: t('目录', 'Contents'),
  openWhole: t('打开完整指南', 'Open the whole guide'),
  toPage: t(
    (name: string) => `打开“${name}”`,
    name => `Open “${name}”`,
  ),
} as const
