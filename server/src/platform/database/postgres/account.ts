import { readFile, stat } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from './text.ts'

/** The system user PostgreSQL runs as if the server runs as root; PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number }

/** Undefined: PostgreSQL runs as the server's own user. An existing cluster keeps the user who owns it. */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  const ours = process.getuid?.() ?? 0
  const owner = await stat(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(text.foreignCluster(cluster)) // the server's user may not even look
  })
  if (ours !== 0) {
    if (owner && owner.uid !== ours) throw new Error(text.foreignCluster(cluster))
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return await postgresOrNobody()
}

async function postgresOrNobody(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!entry) throw new Error(text.noAccount)
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** The highest folder on the way to `folder` (itself included) that the account may not pass through. */
export function barrierOnTheWay(folder: string, account: Account): string | undefined {
  const above = dirname(folder)
  return (above !== folder && barrierOnTheWay(above, account)) || (mayEnter(folder, account) ? undefined : folder)
}

function mayEnter(folder: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}
