import type { EntryKind } from '@hufu/contract/audit/timeline'
import { acts, fields, states, things } from '@hufu/contract/text'

/** Sentences of the timeline of an object. */
export const text = {
  label: things.timeline,
  kinds: { '': states.all, change: '资料变更', grant: '授权变更', act: '管理操作', signIn: acts.signIn } satisfies Record<
    EntryKind | '',
    string
  >,
  kindsLabel: '内容',
  spansLabel: '时间范围',
  spans: { '': '全部时间', today: '今天', yesterday: '昨天', lastWeek: '最近一周' },
  none: '没有记录',
  noneHint: '换一个时间范围或内容再看。',
  older: '更早的记录',
  end: '没有更早的记录了',
  bySystem: '系统',
  systemAct: '系统更新',
  by: (name: string) => `操作人 ${name}`,
  from: (ip: string) => `IP ${ip}`,
  refused: (why: string) => `未成功：${why}`,
  signedIn: (way: string) => `${way}，登录成功`,
  signInFailed: (way: string, why: string) => `${way}，登录失败：${why}`,
  won: '得到',
  lost: '失去',
  altered: fields.change,
  /** A grant in one sentence. */
  grant: {
    whom: (kind: string, name: string, hasBelow: boolean) => `${kind}“${name}”${hasBelow ? '（含下级）' : ''}`,
    given: (whom: string) => `授权给${whom}`,
    taken: (whom: string) => `收回${whom}的授权`,
    detail: (label: string, value: string) => `${label}：${value}`,
  },
  verbs: { insert: acts.add, update: acts.modify, delete: acts.remove },
  record: '操作记录',
  unnamed: '（已删除或不可查看）',
} as const
