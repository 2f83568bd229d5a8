// What a person reads when the embedded database or its data folder cannot be used. Each sentence names what is
// wrong, where, and what to do.
export const text = {
  noWindows: '内置数据库暂不支持 Windows，请在 WSL 中运行，或设置 DATABASE_URL 使用自己的 PostgreSQL（15 或更高版本）。',
  noBinaries: (name: string) =>
    `找不到内置数据库的程序包 ${name}，请在项目目录执行 npm ci；若此平台没有该程序包，请设置 DATABASE_URL 使用自己的 PostgreSQL。`,
  binariesDoNotRun: (folder: string, cause: string) =>
    `内置数据库的程序 ${folder} 无法在本机运行（${cause}），请设置 DATABASE_URL 使用自己的 PostgreSQL。`,
  binariesNotPlaced: (folders: string) =>
    `内置数据库的程序需要放在 postgres 用户可以进入的目录，但 ${folders} 都无法使用，请把项目移到其他用户可以进入的目录。`,
  noAccount: '以 root 启动时，内置数据库需要系统用户 postgres 或 nobody，但 /etc/passwd 中两者都没有，请改用普通用户启动。',
  foreignCluster: (folder: string) => `数据库目录 ${folder} 属于另一个系统用户，请用创建它的用户启动，或把 HUFU_DATA 设为另一个目录。`,
  barred: (barrier: string, data: string) =>
    `数据库用户无法进入目录 ${barrier}，已有的数据库 ${data} 因此不能启动，请放开该目录的进入权限，或移动数据后用 HUFU_DATA 指定新的目录。`,
  notPlaced: (barrier: string, instead: string) =>
    `数据库用户无法进入目录 ${barrier}，也无法使用 ${instead}，请把 HUFU_DATA 设为其他用户可以进入的目录（例如 /srv/hufu）。`,
  pointedMissing: (pointer: string, folder: string) =>
    `${pointer} 指向的数据库目录 ${folder} 不存在，请恢复该目录；若确定不要原来的数据，删除 ${pointer} 后会新建空的数据库。`,
  pointedTaken: (pointer: string, folder: string, owner: string) =>
    `${pointer} 指向的数据库目录 ${folder} 属于数据目录 ${owner}，两个数据目录不能共用一个数据库；若此处是副本，请删除 ${pointer}。`,
  noSocketFolder: (tried: string) => `无法为内置数据库准备套接字目录（已尝试 ${tried}），请把 HUFU_DATA 设为较短的路径。`,
  foreignSocketFolder: (folder: string) => `套接字目录 ${folder} 已被其他系统用户占用，请删除它，或把 HUFU_DATA 设为较短的路径。`,
  orphanStays: (folder: string, pids: string) =>
    `上一次留下的数据库进程（${pids}）仍占用 ${folder} 且无法停止，请手动结束这些进程后再启动。`,
  notCreated: (folder: string, output: string) => `无法在 ${folder} 创建数据库：${output}`,
  notStarted: (log: string, tail: string) => `内置数据库未能启动，日志在 ${log}，最后几行：\n${tail}`,
  died: (log: string) => `内置数据库意外退出，日志在 ${log}。`,
  locked: (folder: string, pid: number) =>
    `数据目录 ${folder} 正被另一个虎符进程（进程号 ${pid}）使用，请先停止它，或把 HUFU_DATA 设为另一个目录。`,
  unwritable: (folder: string, cause: string) =>
    `无法写入数据目录 ${folder}（${cause}），请修改该目录的权限，或把 HUFU_DATA 设为另一个目录。`,
  lockBusy: (folder: string) => `数据目录 ${folder} 正被另一个虎符进程接管，请稍后再试。`,
}
