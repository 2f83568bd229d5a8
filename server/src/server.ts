import { openApp } from './app.ts'
import { firstStart } from './first-start.ts'
import { defineTasks, jobKinds } from './background.ts'
import { takeDataLock } from './kernel/data-lock.ts'
import type { Connection } from './kernel/db.ts'
import { openKernel } from './kernel/kernel.ts'
import { openLog } from './kernel/log.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import { readSettings, type Settings } from './settings.ts'

export interface Server {
  address: string
  greeting: string[]
  stop(): Promise<void>
}

interface Home {
  connection: Connection
  close(): Promise<void>
}

/** Our own PostgreSQL in the data folder, or the one DATABASE_URL names (D-74). */
export async function openHome(settings: Settings): Promise<Home> {
  if (settings.databaseUrl) return { connection: { url: settings.databaseUrl }, close: async () => undefined }
  const lock = await takeDataLock(settings.data)
  try {
    const postgres = await startPostgres(settings.data)
    void postgres.died.then(error => {
      console.error(error.message)
      process.exit(1)
    })
    const { host, port, user } = postgres
    const close = async () => {
      await postgres.stop()
      await lock.release()
    }
    return { connection: { host, port, user, database: 'hufu' }, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

export async function startServer(settings: Settings = readSettings()): Promise<Server> {
  const log = openLog(settings)
  const home = await openHome(settings)
  const kernel = await openKernel(settings, home.connection, log)
  const password = await firstStart(kernel)
  defineTasks(kernel)
  const app = await openApp(kernel, log)
  const address = await app.listen({ port: settings.port, host: settings.host })
  // The queue is not needed for the first answer.
  const ready = kernel.jobs.start(jobKinds(kernel, log)).then(() => kernel.tasks.watch())
  void ready.catch((error: unknown) => log.error({ err: error }, 'job queue did not start'))
  return {
    address,
    greeting: [`虎符已启动：${address}`, ...(password ? [`管理员：admin  初始密码（仅显示一次）：${password}`] : [])],
    stop: async () => {
      await app.close()
      await ready.catch(() => undefined)
      await kernel.close()
      await home.close()
    },
  }
}
