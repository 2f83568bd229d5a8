import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { access, constants, mkdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from './postgres/text.ts'

/** `born` distinguishes this process from a later one with the same pid. */
type Holder = { pid: number; born: string; token: string }

export type DataLock = { release(): Promise<void> }

const tries = 200
const abandonedAfter = 2_000 // an empty lock this old was left by a process killed between creating and writing

/** One process per data folder. The lock of a living holder is never taken; that of a dead one passes to exactly one successor. */
export async function takeDataLock(dataDir: string): Promise<DataLock> {
  const folder = resolve(dataDir)
  await openFolder(folder)
  const path = join(folder, 'hufu.lock')
  const me: Holder = { pid: process.pid, born: startTimeOf(process.pid) ?? '', token: randomUUID() }
  for (let n = 0; n < tries; n++) {
    if (await acquire(path, me)) return { release: () => release(path, me) }
    const holder = await read(path)
    if (holder && isAlive(holder)) throw new Error(text.locked(folder, holder.pid))
    await pause(20) // another process is taking over; soon there is a living holder to name
  }
  throw new Error(text.lockBusy(folder))
}

async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new Error(text.unwritable(folder, (error as Error).message), { cause: error })
  }
}

/**
 * Taking over is itself done under a lock, which is named after the dead holder's token. A process that holds it and still finds
 * the dead holder's lock in place is the only successor; a slower rival finds another token and gives up. A successor killed in the
 * middle leaves a dead lock of the same kind, hence the recursion.
 */
async function acquire(path: string, me: Holder): Promise<boolean> {
  if (await create(path, me)) return true
  const dead = await read(path)
  if (!dead || isAlive(dead)) return false
  const claim = `${path}.${dead.token}`
  if (!(await acquire(claim, me))) return false
  try {
    if ((await read(path))?.token !== dead.token) return false
    await writeFile(`${path}.${me.token}`, JSON.stringify(me))
    await rename(`${path}.${me.token}`, path)
    return true
  } finally {
    await release(claim, me)
  }
}

async function create(path: string, me: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  return (await read(path))?.token === me.token // if writing took long, another process may have taken the empty file for abandoned
}

async function release(path: string, me: Holder): Promise<void> {
  if ((await read(path))?.token === me.token) await unlink(path)
}

/** Undefined: there is no lock file, or one that is only just being written. */
async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    const found = await stat(path).catch(() => undefined)
    const abandoned = found && Date.now() - found.mtimeMs > abandonedAfter
    return abandoned ? { pid: 0, born: '', token: `abandoned-${found.ino}` } : undefined
  }
}

function isAlive({ pid, born }: Holder): boolean {
  if (pid <= 0) return false
  const now = startTimeOf(pid)
  return now !== undefined && now === born
}

/** Identifies when the process started, so that a later process with the same pid differs; undefined if it is dead. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startTimeOnLinux(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  if (process.platform === 'win32') return ''
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}

function startTimeOnLinux(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ') // the process name before it may contain anything
    const [state, ticks] = [fields[0], fields[19]]
    // A zombie is dead: in a container nobody may ever collect it. Ticks count from the boot, so the boot is named.
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
  } catch {
    return undefined
  }
}
