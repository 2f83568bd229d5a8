import { SettingFault } from './settings.ts'
import { startServer } from './server.ts'

/** Starts, prints where it is, and ends cleanly on SIGTERM and SIGINT (R21). */
try {
  const server = await startServer()
  for (const line of server.greeting) console.log(line)
  // A signal to the whole process group comes twice; the second means nothing more.
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void (stopping ??= server.stop().then(() => process.exit(0))))
} catch (error) {
  // A sentence for the person who starts it; a stack only where something is broken that should not be.
  const forPeople = error instanceof SettingFault || (error instanceof Error && /[\u4e00-\u9fff]/.test(error.message))
  console.error(forPeople ? error.message : error)
  process.exit(1)
}
