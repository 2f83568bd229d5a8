import { acts, problems, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: acts.push,
  deletedTitle: acts.pushDeletion,
  apps: t(things.app, 'Applications'),
  whom: t(
    (whom: string) => `向所选应用推送${whom}现在的数据，不包含密码。`,
    whom => `Pushes the present data of ${whom} to the applications chosen, without passwords.`,
  ),
  deleted: t(
    (whom: string) => `通知所选应用：${whom}已删除。`,
    whom => `Tells the applications chosen about the deletion of ${whom}.`,
  ),
  none: t('没有应用开启了这类对象的推送', 'No application receives pushes of this kind'),
  noneHint: t(
    '在“应用设置”中开启推送并选择推送对象后，可在这里选择。',
    `Once pushes of this kind are switched on in “${things.appSettings}”, the application can be chosen here.`,
  ),
  chooseAll: t('全选', 'Select all'),
  required: problems.appNotChosen,
  ok: t('推送', 'Push'),
  task: acts.push,
  log: things.syncLog,
  org: t(
    (names: readonly string[]) => (names.length === 1 ? `“${names[0]}”` : `选中的 ${names.length} 个机构`),
    names => (names.length === 1 ? `“${names[0]}”` : `the ${names.length} selected organisations`),
  ),
} as const
