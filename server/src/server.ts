import { openApp } from './app.ts'
import { firstStart } from './first-start.ts'
import { defineTasks, jobKinds } from './background.ts'
import type { Home } from './home.ts'
import { openKernel } from './kernel/kernel.ts'
import { openLog } from './kernel/log.ts'
import type { Settings } from './settings.ts'

export interface Server {
  address: string
  greeting: string[]
  stop(): Promise<void>
}

/** `home` is closed with the server. */
export async function startServer(settings: Settings, home: Home): Promise<Server> {
  const log = openLog(settings)
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
