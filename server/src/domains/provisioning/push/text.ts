/** Sentences of pushes, in answers of tasks and in the log. */
export const text = {
  stages: { queue: '正在加入推送队列', send: '正在推送', compare: '正在比对' },
  stopped: '对方要求停止推送（HTTP 410），已关闭该应用的推送',
  missing: '对象已不存在或无权使用该应用，且未推送过',
  queued: (count: number) => (count > 0 ? `比对完成，${count}条已排队推送` : '比对完成，没有差异'),
  done: (taken: number, failed: number, waiting: number) =>
    `推送完成，成功${taken}条，失败${failed}条${waiting > 0 ? `，${waiting}条待对方恢复后自动推送` : ''}`,
  far: {
    missing: '应用中没有',
    left: '应用中仍然有效',
    differs: (names: string) => `应用中的 ${names} 不同`,
    stranger: '应用中有，本系统没有',
    unknownObjects: (count: number) => `；应用中另有${count}个对象本系统没有`,
  },
  run: {
    ends: (found: number, limit: number) => `将告知 ${found} 个对象停用或删除，上限 ${limit} 个`,
    stopped: (taken: number, rest: number) => `对方没有响应，成功 ${taken} 条，其余 ${rest} 条由下次执行完成`,
    others: (count: number) => `；${count} 个对象在计划之后又有变化，由下次执行推送`,
    cancelled: '已取消，已推送的保留，其余由下次执行完成',
    failed: '推送失败',
    farFailed: (reason: string) => `未能读取应用中的数据：${reason}`,
  },
} as const
