import type { EntryKind } from '@hufu/contract/audit/timeline'
import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of the timeline of an object. */
export const text = {
  label: things.timeline,
  kinds: {
    '': states.all,
    change: t('资料变更', 'Changes of data'),
    grant: t('授权变更', 'Grants'),
    act: t('管理操作', 'Administration'),
    signIn: t(acts.signIn, things.signIn),
  } satisfies Record<EntryKind | '', string>,
  kindsLabel: t('内容', 'Show'),
  none: t('没有记录', 'Nothing recorded'),
  noneHint: t('换一个时间范围或内容再看。', 'Choose another time range or show something else.'),
  older: t('更早的记录', 'Older entries'),
  end: t('没有更早的记录了', 'There are no older entries'),
  bySystem: t('系统', things.system),
  systemAct: t('系统更新', 'Updated by the system'),
  by: t(
    (name: string) => `操作人 ${name}`,
    name => `By ${name}`,
  ),
  from: (ip: string) => `IP ${ip}`,
  refused: t(
    (why: string) => `未成功：${why}`,
    why => `failed: ${why}`,
  ),
  signedIn: t(
    (way: string) => `${way}，登录成功`,
    way => `${way}, signed in`,
  ),
  signInFailed: t(
    (way: string, why: string) => `${way}，登录失败：${why}`,
    (way, why) => `${way}, sign-in failed: ${why}`,
  ),
  won: t('得到', 'Gained '),
  lost: t('失去', 'Lost '),
  altered: t(fields.change, `${fields.change} of `),
  /** A grant in one sentence. */
  grant: {
    whom: t(
      (kind: string, name: string, hasBelow: boolean) => `${kind}“${name}”${hasBelow ? '（含下级）' : ''}`,
      (kind, name, hasBelow) => `${kind} “${name}”${hasBelow ? ' (and those below)' : ''}`,
    ),
    given: t(
      (whom: string) => `授权给${whom}`,
      whom => `Granted to ${whom}`,
    ),
    taken: t(
      (whom: string) => `收回${whom}的授权`,
      whom => `Taken from ${whom}`,
    ),
    detail: t(
      (label: string, value: string) => `${label}：${value}`,
      (label, value) => `${label}: ${value}`,
    ),
  },
  verbs: { insert: t(acts.add, `${acts.add} `), update: t(acts.modify, `${acts.modify} `), delete: t(acts.remove, `${acts.remove} `) },
  record: t('操作记录', 'Log entry'),
  comma: t('，', ', '),
  undone: t('已还原', 'Restored'),
  restore: {
    name: t(
      (head: string, time: string) => `还原 ${time} ${head}`,
      (head, time) => `Restore ${head} of ${time}`,
    ),
    looking: t('正在试算，不会改动数据…', 'Working out the effect; nothing is changed…'),
    back: t('还原后：', 'After restoring:'),
    stays: t('以下变更保持不变：', 'These changes stay as they are:'),
    stay: t(
      (what: string, reason: string) => `${what}：${reason}`,
      (what, reason) => `${what}: ${reason}`,
    ),
    reviewed: t('还原需要审核，通过后生效。', 'Restoring is submitted for review and takes effect once approved.'),
    removes: t(acts.remove, `${acts.remove} `),
    returns: t(acts.recover, 'Bring back '),
  },
  unnamed: t('（已删除或不可查看）', '(deleted or not shown to you)'),
} as const
