import { rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const SUFFIX = '.part'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A backup that is being written grows all the time, so one that has not for an hour was killed. */
const STALE_MS = 3_600_000

export const unfinishedName = (file: string): string => `${file}${SUFFIX}`

/** Removes what killed backups have left in the folder of this one. */
export async function removeStale(file: string): Promise<void> {
  const folder = dirname(file)
  for (const name of (await readdir(folder)).filter(each => each.startsWith('hufu-backup-') && each.endsWith(SUFFIX))) {
    const path = join(folder, name)
    if (Date.now() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}

/** Removes the file if the process is told to end during `work`, and ends it by the same signal. */
export async function removingOnSignal<T>(path: string, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { force: true })
    stop()
    process.kill(process.pid, signal)
  }
  const stop = () => SIGNALS.forEach(signal => process.removeListener(signal, end))
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work()
  } finally {
    stop()
    rmSync(path, { force: true })
  }
}
