import { launchHome } from './home.ts'
import { readSettings, SettingFault } from './settings.ts'

/** Starts, prints where it is, and ends cleanly on SIGTERM and SIGINT (R21). */
try {
  const settings = readSettings()
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
  const forPeople = error instanceof SettingFault || (error instanceof Error && /[\u4e00-\u9fff]/.test(error.message))
  console.error(forPeople ? error.message : error)
  process.exit(1)
}
