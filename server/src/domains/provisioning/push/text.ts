/** Sentences of pushes, in answers of tasks and in the log. */
export const text = {
  stages: { queue: '正在加入推送队列', send: '正在推送', compare: '正在比对' },
  stopped: '对方要求停止推送（HTTP 410），已关闭该应用的推送',
  missing: '对象已不存在，且未推送过',
  queued: (count: number) => (count > 0 ? `比对完成，${count}条已排队推送` : '比对完成，没有差异'),
  done: (taken: number, failed: number, waiting: number) =>
    `推送完成，成功${taken}条，失败${failed}条${waiting > 0 ? `，${waiting}条待对方恢复后自动推送` : ''}`,
} as const
