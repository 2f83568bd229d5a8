import { acts, fields, states, things } from '@hufu/contract/text'

/** What the export of the synchronisation log says. */
export const text = {
  file: '同步日志.xlsx',
  titles: [
    fields.createTime,
    things.syncTask,
    things.app,
    fields.object,
    fields.name,
    fields.operation,
    fields.result,
    fields.explanation,
    '来源编号',
    '尝试次数',
    '对象ID',
  ],
  results: { 1: states.succeeded, 0: states.failed },
  objects: { user: things.user, org: things.org, all: states.all },
  operates: { insert: acts.add, update: acts.modify, delete: acts.remove, run: things.summary },
} as const
