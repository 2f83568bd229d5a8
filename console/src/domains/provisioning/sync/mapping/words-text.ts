import { fields } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'
/** Words that several parts of the sync centre share. */
export const sharedText = {
  add: t('新增同步任务', 'Add task'),
  test: t('测试连接', 'Test connection'),
  link: t('关联', 'Link'),
  origin: t('来源标识', 'Source ID'),
  object: fields.object,
  mapping: t('字段映射', 'Field mapping'),
  policy: t('策略', 'Policy'),
  connect: t('连接', 'Connection'),
  plan: t('计划', 'Plan'),
  write: t('写入', 'Written'),
  read: t('读取', 'Read'),
  progress: t('查看进度', 'Show progress'),
  brake: t('刹车', 'Brake'),
  back: t('返回同步中心', 'Back to synchronisation'),
  gone: t('来源不再有', 'No longer in the source'),
  transform: t('转换', 'Transforms'),
  transformOf: t('同步对象', 'What is synchronised'),
} as const
