/** Sentences of the platform that users read. */
export const text = {
  wrongMasterKey: '主密钥与数据库不匹配：请检查 HUFU_MASTER_KEY 或数据目录中的 master.key',
  /** The name of an actor that is an API client. */
  client: (name: string) => `${name}（API客户端）`,
  stepsChanged: (names: readonly string[]) =>
    `数据库升级步骤的内容与当初执行的不一致：${names.join('、')}。请使用执行该步骤时的程序版本，或恢复 server/migrations 中的原文件后再启动`,
  pageProblem: '无法完成此操作',
  pageAdvice: '请返回登录页重试',
  masterKeyLost: (path: string) =>
    `数据库中已有用主密钥加密的密钥，但未设置 HUFU_MASTER_KEY，也找不到 ${path}：请放回原来的 master.key 或设置 HUFU_MASTER_KEY。不会生成新的主密钥，否则已加密的数据再也无法打开。`,
  masterKeyBroken: (path: string) => `主密钥文件 ${path} 不完整（应为64位十六进制），请放回原来的文件。`,
  restoreUnfinished: (file: string, time: string) =>
    `备份恢复没有完成（${file}，开始于 ${time}），数据库中没有数据：请重新运行 npm run restore -- ${file}；若不再需要此备份，请换用新的数据目录（HUFU_DATA）或空的数据库。`,
  newerSchema: (steps: readonly string[]) =>
    `数据库的结构比此程序新（程序不认识的步骤：${steps.join('、')}），请用更新版本的程序启动，或把升级前的备份恢复到新的数据目录。`,
  databaseMissing: (place: string) => `数据库 ${place} 不存在，请先创建它，或修改 DATABASE_URL。`,
  databaseRefused: (place: string) => `数据库 ${place} 拒绝了登录，请检查 DATABASE_URL 中的用户名和密码。`,
  databaseAway: (place: string, cause: string) => `无法连接数据库 ${place}（${cause}），请确认它已启动且可以访问，或修改 DATABASE_URL。`,
  databaseAwaited: (place: string) => `数据库 ${place} 暂时无法连接，最多等待60秒……`,
  portTaken: (host: string, port: number) => `${host} 的端口 ${port} 已被占用，请停止占用它的程序，或用 HUFU_PORT 指定另一个端口。`,
  portForbidden: (port: number) => `没有权限监听端口 ${port}，请用 HUFU_PORT 指定1024以上的端口，或授予相应权限。`,
  hostUnknown: (host: string) => `无法监听 ${host}：它不是本机的地址，请修改 HUFU_HOST。`,
  startFull: (folder: string) => `存储空间不足：数据目录 ${folder} 所在的磁盘已满，请先清理空间再启动。`,
  storage: {
    ok: '存储空间已恢复正常',
    low: (folder: string, megabytes: number) => `警告：数据目录 ${folder} 所在的磁盘只剩 ${megabytes} MB，请尽快清理空间。`,
    full: (folder: string, megabytes: number) =>
      `警告：存储空间不足，数据目录 ${folder} 所在的磁盘只剩 ${megabytes} MB，只能读取，不能保存。`,
  },
  testSwitches: (names: readonly string[]) => `警告：测试开关已打开（${names.join('、')}），任何人都可能冒名登录，不得用于正式环境。`,
  taskFailed: '任务执行失败',
  taskTooSlow: '任务的一条数据库语句超过时限，已停止，请减少数据量后重试，或联系管理员',
  countersDiffer: (counter: string, count: number) => `计数核对：${counter} 有 ${count} 项与实际不符，已重新计数`,
  taskGivenUp: '任务多次异常中断，已停止重试，请联系管理员',
} as const
