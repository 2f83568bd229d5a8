import { fields } from '@hufu/contract/text'
/** Words that several parts of the sync centre share. */
export const shared = {
  add: '新增同步任务',
  test: '测试连接',
  link: '关联',
  origin: '来源标识',
  object: fields.object,
  mapping: '字段映射',
  policy: '策略',
  connect: '连接',
  plan: '计划',
  write: '写入',
  read: '读取',
  progress: '查看进度',
  brake: '刹车',
  back: '返回同步中心',
  gone: '来源不再有',
  transform: '转换',
  transformOf: '同步对象',
} as const
