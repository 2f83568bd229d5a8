import { setTimeout as pause } from 'node:timers/promises'
import { Balancer, missingOf, startLoad } from './balancer.ts'
import { openDatabase, startNodes } from './node-process.ts'

/** Nodes restarted one after the other under load: no request is lost, and every answer is in Hufu's envelope. */
export async function rollingRestart(
  databaseUrl: string,
  { nodes: count, rounds, callers }: { nodes: number; rounds: number; callers: number },
) {
  const nodes = await startNodes(databaseUrl, count)
  const database = await openDatabase(databaseUrl)
  const balancer = new Balancer(nodes.map(({ address }) => address))
  const load = startLoad(balancer, database.token, callers, 'ROLL')
  const stops: { ms: number; code: number | null }[] = []
  try {
    for (let round = 0; round < rounds; round++)
      for (const node of nodes) {
        await pause(1000)
        stops.push(await node.stop('SIGTERM'))
        await node.start()
        while (!balancer.isUp(node.address)) await pause(50)
      }
    await pause(500)
  } finally {
    await load.stop()
    await balancer.close()
    for (const node of nodes) await node.stop('SIGTERM')
  }
  const refused = load.answers.filter(({ code }) => code !== 'success')
  const missing = await missingOf(load, database.count)
  await database.close()
  return {
    sent: load.answers.length + load.broken.length,
    lost: load.broken.length + refused.length,
    how: [...new Set([...load.broken, ...refused.map(({ status, code }) => `${status} ${code}`)])],
    acknowledged: load.acknowledged.length,
    missing,
    slowestStopMs: Math.max(...stops.map(({ ms }) => ms)),
    exitCodes: [...new Set(stops.map(({ code }) => code))],
  }
}
