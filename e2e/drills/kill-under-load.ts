import { setTimeout as pause } from 'node:timers/promises'
import { Balancer, missingOf, startLoad } from './balancer.ts'
import { openDatabase, startNodes } from './node-process.ts'

/** Nodes killed with -9 in turn under load: every acknowledged change is stored exactly once. */
export async function killUnderLoad(
  databaseUrl: string,
  { nodes: count, kills, callers }: { nodes: number; kills: number; callers: number },
) {
  const nodes = await startNodes(databaseUrl, count)
  const database = await openDatabase(databaseUrl)
  const balancer = new Balancer(nodes.map(({ address }) => address))
  const load = startLoad(balancer, database.token, callers, 'KILL')
  try {
    for (let kill = 0; kill < kills; kill++) {
      const node = nodes[kill % nodes.length]!
      await pause(300 + Math.random() * 700)
      await node.stop('SIGKILL')
      await node.start()
    }
    await pause(500)
  } finally {
    await load.stop()
    await balancer.close()
    for (const node of nodes) await node.stop('SIGTERM')
  }
  const missing = await missingOf(load, database.count)
  await database.close()
  return {
    kills,
    answered: load.answers.length,
    broken: load.broken.length,
    strange: load.answers.filter(({ code }) => code === 'no envelope').length,
    acknowledged: load.acknowledged.length,
    missing,
  }
}
