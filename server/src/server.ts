import { rm } from 'node:fs/promises'
import { openApp } from './app.ts'
import { firstStart } from './first-start.ts'
import { defineTasks, startBackground } from './background.ts'
import type { Home } from './home.ts'
import { catchUnhandledRejections, runInBackground } from './platform/tasks/background-work.ts'
import { openKernel } from './platform/kernel.ts'
import { openLog } from './platform/http/log.ts'
import { text } from './platform/text/text.ts'
import { settledWithin } from './platform/tasks/settled-within.ts'
import { sampleMarker } from './sample-marker.ts'
import { testSwitches, type Settings } from './settings.ts'

const STARTING_MS = 500
/** The stop ends after this even if something hangs; by then the embedded PostgreSQL has been told to stop and ends by itself. */
const STOP_MS = 9000

export interface Server {
  address: string
  greeting: string[]
  stop(): Promise<void>
}

/** `home` is closed when the server stops. */
export async function startServer(settings: Settings, home: Home): Promise<Server> {
  const log = openLog(settings)
  catchUnhandledRejections(log, process)
  await rm(sampleMarker(settings.data), { force: true })
  const kernel = await openKernel(settings, home.connection, log)
  const password = await firstStart(kernel)
  defineTasks(kernel)
  const app = await openApp(kernel, log)
  const address = await app.listen({ port: settings.port, host: settings.host })
  kernel.storage.watch(log)
  const switches = testSwitches(settings)
  const warnings = [switches.length > 0 ? text.testSwitches(switches) : '', await kernel.storage.warning()].filter(Boolean)
  // The queue is not needed for the first answer.
  const ready = startBackground(kernel, log, { isAlone: !settings.databaseUrl })
  runInBackground(log, 'job queue did not start', ready)
  const stop = async () => {
    await Promise.all([app.close(), kernel.tasks.stop()])
    await settledWithin(STARTING_MS, ready)
    await kernel.close()
    await home.close()
  }
  return {
    address,
    greeting: [`虎符已启动：${address}`, ...warnings, ...(password ? [`管理员：admin  初始密码（仅显示一次）：${password}`] : [])],
    stop: async () => {
      const stopped = stop()
      runInBackground(log, 'stop', stopped)
      if (!(await settledWithin(STOP_MS, stopped))) log.warn('the stop did not come to its end and is cut off')
    },
  }
}
