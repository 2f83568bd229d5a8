import { execFile } from 'node:child_process'
import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { text } from './text.ts'

// A fast shutdown first; a postmaster that does not react is stopped without a checkpoint, which only costs a recovery.
const signals = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/**
 * Stops PostgreSQL processes left behind by a killed node. The caller holds the data folder's lock, so no running node owns a
 * process that still works in this cluster.
 */
export async function stopOrphans(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const recorded = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  let left = await processesOf(cluster)
  for (const [signal, timeoutMs] of signals) {
    if (left.length === 0) break
    // A postmaster ends its own children in order; without one, each process gets the signal.
    const signalled = signal !== 'SIGKILL' && left.includes(recorded) ? [recorded] : left
    for (const pid of signalled) send(pid, signal)
    for (const end = Date.now() + timeoutMs; left.length > 0 && Date.now() < end; left = await processesOf(cluster)) await pause(20)
  }
  if (left.length > 0) throw new Error(text.orphanStays(cluster, left.join('、')))
  // PostgreSQL checks only the pid in a stale file and would refuse to start if another process has that pid now.
  if (recorded > 0 && send(recorded, 0)) await rm(pidFile, { force: true })
}

/** A pid in a file proves nothing: a process counts only if it is PostgreSQL and works in this very folder. */
async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return await processesByCommand(cluster)
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const ours = await Promise.all(pids.map(async pid => ((await isPostgresOf(cluster, pid)) ? Number(pid) : 0)))
  return ours.filter(pid => pid > 0)
}

async function isPostgresOf(cluster: string, pid: string): Promise<boolean> {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`)).replace(' (deleted)', '')
    if (program !== 'postgres' && program !== 'initdb') return false
    if ((await readlink(`/proc/${pid}/cwd`)) === cluster) return true
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(cluster)
  } catch {
    return false // gone meanwhile, or another user's
  }
}

async function processesByCommand(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='])
  const ours = stdout.split('\n').filter(line => line.includes(`-D ${cluster}`) && /\/bin\/(postgres|initdb) /.test(line))
  return ours.map(line => Number.parseInt(line, 10))
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
