import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../source-files.ts'
import { isRunning } from './run-folder.ts'

const LOCK = join(root, 'node_modules/.cache/hufu-test.lock')
const AGAIN_MS = 500

/** Waits until no other run of the tests uses this checkout: both would build the console and write the same reports. */
export async function holdCheckout(lock = LOCK): Promise<{ release(): void }> {
  mkdirSync(dirname(lock), { recursive: true })
  for (let told = false; !isTaken(lock); told = true) {
    const pid = holder(lock)
    if (pid === undefined) rmSync(lock, { force: true })
    else {
      if (!told) console.log(`这个目录里的另一次测试（进程 ${pid}）还没有结束，等它结束后开始。`)
      await pause(AGAIN_MS)
    }
  }
  return { release: () => rmSync(lock, { force: true }) }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** The process of the other run; undefined if it was killed, or if its number is another program's by now. */
function holder(lock: string): number | undefined {
  const pid = Number(readIfThere(lock))
  if (!(pid > 0) || !isRunning(pid)) return undefined
  const command = readIfThere(`/proc/${pid}/cmdline`)
  return command === '' || command.includes('tools/test') ? pid : undefined
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
