import { launchHome } from './home.ts'
import { readSettings, type Settings } from './settings.ts'
import { startFaultMessage } from './start-fault.ts'

/** Starts, prints where it is, and ends cleanly on SIGTERM and SIGINT (R21). */
let settings: Settings | undefined
try {
  settings = readSettings()
  // PostgreSQL comes up while everything else is loaded, which keeps this thread busy: hence launched first.
  const ready = await launchHome(settings)
  const [home, { startServer }] = await Promise.all([ready(), import('./server.ts')])
  const server = await startServer(settings, home)
  for (const line of server.greeting) console.log(line)
  // A signal to the whole process group comes twice; the second means nothing more.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const exit = () => process.exit(0)
    server.stop().then(exit, exit)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
} catch (error) {
  // A sentence for the person who starts it; a stack only where something is broken that should not be.
  console.error(startFaultMessage(error, settings) ?? error)
  process.exit(1)
}
