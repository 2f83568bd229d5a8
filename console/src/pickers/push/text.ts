import { acts, faults, things } from '@hufu/contract/text'

export const text = {
  title: acts.push,
  deletedTitle: acts.pushDeletion,
  apps: things.app,
  whom: (whom: string) => `向所选应用推送${whom}现在的数据，不包含密码。`,
  deleted: (whom: string) => `通知所选应用：${whom}已删除。`,
  none: '没有应用开启了这类对象的推送',
  noneHint: '在“应用设置”中开启推送并选择推送对象后，可在这里选择。',
  chooseAll: '全选',
  required: faults.appNotChosen,
  ok: '推送',
  task: acts.push,
  log: things.syncLog,
  org: (names: readonly string[]) => (names.length === 1 ? `“${names[0]}”` : `选中的 ${names.length} 个机构`),
} as const
