import { setTimeout as pause } from 'node:timers/promises'
import { openSilentProxy } from '../../server/test/silent-proxy.ts'
import { Balancer, READING, startLoad } from './balancer.ts'
import { openDatabase, startNode } from './node-process.ts'

/**
 * With the limits of production, the database swallows every byte for `silentMs`, recovers, and falls silent again before a stop.
 */
export async function silentDatabase(databaseUrl: string, { silentMs, callers }: { silentMs: number; callers: number }) {
  const proxy = await openSilentProxy({ url: databaseUrl })
  const { user, port } = proxy.connection
  const name = new URL(databaseUrl).pathname
  const node = await startNode(`postgres://${user ?? 'postgres'}@127.0.0.1:${port}${name}`)
  const database = await openDatabase(databaseUrl)
  const balancer = new Balancer([node.address])
  const load = startLoad(balancer, database.token, callers, 'SILENT')
  await pause(2000)
  proxy.fallSilent()
  const before = load.answers.length
  const healthMs = await timed(() => fetch(`${node.address}/api/publicApi/health`))
  await pause(silentMs)
  const inSilence = load.answers.slice(before)
  proxy.speak()
  const recoveryMs = await timed(async () => {
    while ((await balancer.send('GET', READING, database.token)).code !== 'success');
  })
  await load.stop()
  await balancer.close()
  proxy.fallSilent()
  const dangling = fetch(`${node.address}/api${READING}`, { headers: { token: database.token } }).catch(() => undefined)
  await pause(200)
  const stop = await node.stop('SIGTERM')
  await dangling
  await proxy.close()
  await database.close()
  return {
    healthMs,
    slowestReplyMs: Math.round(Math.max(...inSilence.map(({ ms }) => ms))),
    repliesInSilence: inSilence.length,
    brokenInSilence: load.broken.length,
    recoveryMs,
    stopMs: stop.ms,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round(performance.now() - begun)
}
