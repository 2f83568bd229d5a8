import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** What taking a change back does, in the data history and in a timeline. */
export const text = {
  ok: acts.restore,
  effects: {
    insert: t('还原会删除这条数据。', 'Restoring deletes this record.'),
    update: t(
      (fields: readonly string[]) => `还原会把以下字段恢复为变更前的值：${fields.join('、')}。其他字段保持现在的值。`,
      fields => `Restoring gives these fields the values from before the change: ${fields.join(', ')}. Other fields keep their values.`,
    ),
    delete: t('还原会恢复这条数据。', 'Restoring brings this record back.'),
  },
  left: t(
    (fields: readonly string[]) => `以下字段不能还原，保持现在的值：${fields.join('、')}。`,
    fields => `These fields cannot be restored and keep their values: ${fields.join(', ')}.`,
  ),
  impossible: t(
    (reason: string) => `不能还原：${reason}`,
    reason => `It cannot be restored: ${reason}`,
  ),
  sure: t(
    (what: string) => `还原“${what}”？`,
    what => `Restore “${what}”?`,
  ),
  done: t('已还原', 'Restored'),
} as const
