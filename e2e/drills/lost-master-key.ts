import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from './node-process.ts'
import { refusedStart, isOnlyLine } from './refused-start.ts'

/** The master key's file is lost: no start creates a new one, each start says so, and with the file back the node starts. */
export async function lostMasterKey(databaseUrl: string, { starts }: { starts: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-drill-key-'))
  const env = { HUFU_DATA: folder, HUFU_MASTER_KEY: '' }
  const [key, away] = [join(folder, 'master.key'), `${folder}.away`]
  try {
    const node = await startNode(databaseUrl, env)
    await node.stop('SIGTERM')
    await rename(key, away)
    let explained = 0
    for (let n = 0; n < starts; n++) {
      const refused = await refusedStart({ ...env, DATABASE_URL: databaseUrl })
      if (isOnlyLine(refused, /不会生成新的主密钥/)) explained++
    }
    const isReplaced = (await readdir(folder)).includes('master.key')
    await rename(away, key)
    await node.start()
    const { code } = await node.stop('SIGTERM')
    return { starts, explained, isReplaced, exitCode: code }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(away, { force: true })
  }
}
