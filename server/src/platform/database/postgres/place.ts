import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountFor, barrierOnTheWay, type Account } from './account.ts'
import { isInitialized } from './cluster.ts'
import { text } from './text.ts'

/** `cluster` is PostgreSQL's own folder, `sockets` the folder of mode 0700 that limits access to its socket. */
export type Place = { cluster: string; sockets: string; account: Account | undefined }

const otherPlaces = '/var/lib/hufu'
const longestSocketPath = 103 // bytes; Linux allows 107, macOS 103

export async function findPlace(dataDir: string): Promise<Place> {
  const pointer = join(dataDir, 'postgres-path')
  const pointed = (await contents(pointer))?.trim()
  const account = await accountFor(join(pointed || dataDir, 'postgres'))
  const base = pointed ? await follow(pointer, pointed, dataDir) : await choose(pointer, dataDir, account)
  return { cluster: join(base, 'postgres'), sockets: await socketFolder(base, account), account }
}

/** The data folder itself, unless the server runs as root and the database's user cannot reach it (a clone under /root). */
async function choose(pointer: string, dataDir: string, account: Account | undefined): Promise<string> {
  if (!account) return dataDir
  if (barrierOnTheWay(dataDir, account) === dataDir) await allowTraversal(dataDir, account)
  const barrier = barrierOnTheWay(dataDir, account)
  if (!barrier) return dataDir
  const here = join(dataDir, 'postgres')
  if (isInitialized(here)) throw new Error(text.barred(barrier, here)) // must not create an empty database next to one with data
  return await placeElsewhere(pointer, dataDir).catch(() => {
    throw new Error(text.notPlaced(barrier, otherPlaces))
  })
}

/** Lets the database's group pass through a folder that is private to root; nobody else gains or loses access. */
async function allowTraversal(dataDir: string, { gid }: Account): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0) return
  await chown(dataDir, uid, gid)
  await chmod(dataDir, (mode & 0o700) | 0o010)
}

/** A fresh name each time: deleting the data folder must give an empty database, not the old one again. */
async function placeElsewhere(pointer: string, dataDir: string): Promise<string> {
  const base = join(otherPlaces, `${hash(dataDir)}-${randomBytes(4).toString('hex')}`)
  for (const folder of [otherPlaces, base]) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o711)
  }
  await writeFile(join(base, 'data-dir'), `${dataDir}\n`)
  await writeFile(`${pointer}.new`, `${base}\n`)
  await rename(`${pointer}.new`, pointer)
  return base
}

/** A copied data folder must not open the original's cluster; one that was moved takes its cluster along. */
async function follow(pointer: string, base: string, dataDir: string): Promise<string> {
  if (!existsSync(base)) throw new Error(text.pointedMissing(pointer, base))
  const owner = (await contents(join(base, 'data-dir')))?.trim()
  if (owner === dataDir) return base
  const ownersPointer = owner && (await contents(join(owner, 'postgres-path')))?.trim()
  if (owner && ownersPointer === base) throw new Error(text.pointedTaken(pointer, base, owner))
  await writeFile(join(base, 'data-dir'), `${dataDir}\n`)
  return base
}

/** Beside the cluster if the path is short enough for a socket, else under the temporary folder. */
async function socketFolder(base: string, account: Account | undefined): Promise<string> {
  const spare = [...new Set([tmpdir(), '/tmp'])]
  const candidates = [{ parent: base, name: 'socket' }, ...spare.map(parent => ({ parent, name: `hufu-${hash(base)}` }))]
  for (const { parent, name } of candidates) {
    const folder = join(parent, name)
    const tooLong = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > longestSocketPath
    if (tooLong || folder.includes(',') || (account && barrierOnTheWay(parent, account))) continue // ',' separates folders
    await prepareSocketFolder(folder, account)
    return folder
  }
  throw new Error(text.noSocketFolder(candidates.map(each => join(each.parent, each.name)).join('、')))
}

/** Access to this folder means access as the database's user, so it must not have been made by somebody else. */
async function prepareSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const mayOwn = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !mayOwn.includes(found.uid)) throw new Error(text.foreignSocketFolder(folder))
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

/** A socket's lock file left by a killed postmaster names a pid that may be someone else's by now. */
export async function emptySocketFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
}

const hash = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 12)

const contents = (file: string) => readFile(file, 'utf8').catch(() => undefined)
