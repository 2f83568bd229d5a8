import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY } from '../../server/test/fast-folder.ts'

// Everything a run of the tests writes outside the checkout lies in folders named after its process, so that the next run finds and
// removes what a killed one left: clusters, browsers and servers included.

const name = /^hufu-run-(\d+)$/
const places = [tmpdir(), MEMORY]

/** Removes what killed runs left, and makes the folder of this one the temporary folder of all programs it starts. */
export function openRunFolder(): { close(): void } {
  for (const { folder, processes } of places.flatMap(removeLeftovers))
    console.log(`已清理中断的测试留下的 ${folder}${processes > 0 ? `，结束其中 ${processes} 个进程` : ''}`)
  const own = `hufu-run-${process.pid}`
  const [temporary, memory] = places.map(place => join(place, own))
  mkdirSync(temporary!)
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(temporary!, 0o711)
  process.env.TMPDIR = temporary!
  process.env.HUFU_TEST_RUN = own
  return {
    close: () => {
      for (const folder of [temporary!, memory!]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Ends the processes that killed runs left in a folder like /tmp, and removes their files. */
export function removeLeftovers(place: string): { folder: string; processes: number }[] {
  return foldersOfEndedRuns(place).map(folder => {
    const left = processesIn(folder)
    for (const pid of left) kill(pid)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return { folder, processes: left.length }
  })
}

function foldersOfEndedRuns(place: string): string[] {
  if (!existsSync(place)) return []
  return readdirSync(place).flatMap(entry => {
    const pid = Number(name.exec(entry)?.[1])
    return pid > 0 && !isRunning(pid) ? [join(place, entry)] : []
  })
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Processes that work in the folder or have it as their temporary folder; known on Linux only. */
function processesIn(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const isIn = (pid: string) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) || environment.some(line => line === `TMPDIR=${folder}`)
    } catch {
      return false // It ended meanwhile, or is another user's.
    }
  }
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid) && isIn(pid))
    .map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with another of them.
  }
}
