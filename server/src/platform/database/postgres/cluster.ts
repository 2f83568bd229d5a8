import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from './place.ts'
import { text } from './text.ts'

const run = promisify(execFile)

/** Whether initdb finished: Hufu's marker file says so, and so does the file a postmaster writes when it starts. */
export const isInitialized = (cluster: string) => existsSync(join(cluster, '.init-ok')) || existsSync(join(cluster, 'postmaster.opts'))

/** Creates the cluster, or creates it again if an earlier attempt was interrupted. */
export async function makeCluster({ cluster, account }: Place, native: string, durable: boolean): Promise<void> {
  if (isInitialized(cluster)) return await returnToAccount(cluster, account)
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { mode: 0o700 })
  if (account) await chown(cluster, account.uid, account.gid)
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  // The builtin provider sorts and folds the same on every machine; C.UTF-8 lets pg_trgm see Chinese letters.
  options.push('--locale-provider=builtin', '--locale=C.UTF-8', ...(durable ? [] : ['--no-sync']))
  const surroundings = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin' } }
  await run(join(native, 'bin', 'initdb'), ['-D', cluster, ...options], surroundings).catch((error: Error & { stderr?: string }) => {
    throw new Error(text.notCreated(cluster, error.stderr?.trim() || error.message))
  })
  await writeMarker(cluster)
}

async function writeMarker(cluster: string): Promise<void> {
  const file = await open(join(cluster, '.init-ok'), 'w', 0o644)
  await file.sync()
  await file.close()
}

/** A backup unpacked by root belongs to root, but PostgreSQL opens only a folder that it owns and that is closed to others. */
async function returnToAccount(cluster: string, account: Place['account']): Promise<void> {
  if (!account || (await stat(cluster)).uid !== 0) return
  const inside = await readdir(cluster, { recursive: true, withFileTypes: true })
  for (const entry of inside) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  await chown(cluster, account.uid, account.gid)
  await chmod(cluster, 0o700)
}
