/** Sentences of the kernel for people. */
export const text = {
  wrongMasterKey: '主密钥与数据库不匹配：请检查 HUFU_MASTER_KEY 或数据目录中的 master.key',
  /** Who did something, where it was no person. */
  client: (name: string) => `${name}（API客户端）`,
  stepsChanged: (names: readonly string[]) =>
    `数据库升级步骤的内容与当初执行的不一致：${names.join('、')}。请使用执行该步骤时的程序版本，或恢复 server/migrations 中的原文件后再启动`,
  pageFault: '无法完成此操作',
  pageAdvice: '请返回登录页重试',
  taskFailed: '任务执行失败',
  countersDiffer: (counter: string, count: number) => `计数核对：${counter} 有 ${count} 项与实际不符，已重新计数`,
  taskGivenUp: '任务多次异常中断，已停止重试，请联系管理员',
} as const
