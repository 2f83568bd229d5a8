import { launchHome } from './home.ts'
import { readSettings, type Settings } from './settings.ts'
import { startErrorMessage } from './start-error.ts'

/** Starts, prints where it is, and ends cleanly on SIGTERM and SIGINT. */
let settings: Settings | undefined
try {
  settings = readSettings()
  // PostgreSQL is launched first, because loading everything else keeps this thread busy while it starts.
  const ready = await launchHome(settings)
  const [home, { startServer }] = await Promise.all([ready(), import('./server.ts')])
  const server = await startServer(settings, home)
  for (const line of server.greeting) console.log(line)
  // A signal to the whole process group arrives twice; the second one is ignored.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const exit = () => process.exit(0)
    server.stop().then(exit, exit)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
} catch (error) {
  // A sentence for the person who starts it; a stack only for a bug.
  console.error(startErrorMessage(error, settings) ?? error)
  process.exit(1)
}
