import { fields } from '@hufu/contract/text'

export const text = {
  title: fields.source,
  list: '来源列表',
  none: '没有同步来源',
  noneHint: '由本系统维护，所有字段都可以修改。',
  name: fields.source,
  origin: '来源中的标识',
  owner: '主要来源',
  state: fields.status,
  linked: '已关联',
  gone: (since: string | null, runs: number) => `${since ?? ''} 起来源中不存在（${runs} 次）`,
  disabled: '已由同步停用',
  lastSeen: '最近读取',
  owned: '维护的字段',
  ownedHint: '由来源维护的字段在下次同步时恢复为来源的值。',
  nothingOwned: '只关联，不维护字段',
} as const
