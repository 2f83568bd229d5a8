import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const TIMEOUT_MS = 15_000
const OUTPUT_MAX = 20_000

export interface Program {
  /** Its output so far. */
  output(): string
  stop(): Promise<void>
}

interface Started {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** Whether it is ready. */
  isReady: () => Promise<boolean>
}

/** Starts another program, which ends with this one. */
export async function startProgram({ command, args, env = {}, isReady }: Started): Promise<Program> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/bin', LANG: 'C.UTF-8', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output = (output + String(piece)).slice(-OUTPUT_MAX)))
  const farewell = () => void child.kill('SIGTERM')
  process.once('exit', farewell)
  const stop = async () => {
    process.removeListener('exit', farewell)
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  const until = Date.now() + TIMEOUT_MS
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error(`${command} did not start: ${output}`)
    }
    await pause(50)
  }
  return { output: () => output, stop }
}

/** Whether a server answers at this address. */
export const answers = (url: string) => async (): Promise<boolean> =>
  fetch(url, { redirect: 'manual' }).then(
    ({ status }) => status < 500,
    () => false,
  )
