import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { saml } from '../../contract/src/federation/saml.ts'
import { openKernel } from '../../server/src/platform/kernel.ts'
import { readSettings } from '../../server/src/settings.ts'
import { builders } from '../../server/test/given.ts'
import { authnRequest, byRedirect, metadataOf, newPair, signedXml, type TestSp } from '../../server/test/saml.ts'
import { wrapped } from '../../server/test/saml-wrapping.ts'
import { xmlAttacks } from '../../server/test/xml-attacks.ts'
import { MASTER_KEY, openDatabase, startNode } from './node-process.ts'

const ENTITY = 'https://sp.example.com/metadata'
/** The size to which a ten-kilobyte redirect would inflate without a limit. */
const BOMB_BYTES = 8_000_000

/** Messages that an attacker can send endlessly, each as expensive as possible. */
function hostile(address: string): (() => Promise<Response>)[] {
  const pair = newPair()
  const sso = `${address}/protocols/saml/sso`
  const sp = { server: { address }, entityId: ENTITY } as TestSp
  const post = (xml: string) => () =>
    fetch(sso, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }) })
  const own = authnRequest(sp)
  const filled = (inside: string) =>
    signedXml(authnRequest(sp, { inside: `<samlp:Extensions>${inside}</samlp:Extensions>` }), pair, 'append')
  const bomb = byRedirect(sso, ' '.repeat(BOMB_BYTES))
  return [
    () => fetch(bomb, { redirect: 'manual' }),
    post(filled('<a></a>'.repeat(990))),
    post(filled('x'.repeat(60_000))),
    post(filled(`<a ${Array.from({ length: 39 }, (_, n) => `a${n}="${'y'.repeat(30)}"`).join(' ')}></a>`.repeat(30))),
    post('<a>'.repeat(15_000)),
    post(`<a ${Array.from({ length: 5000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    ...wrapped(signedXml(own, pair, 'append'), id => authnRequest(sp, { id }), '_x').slice(0, 8).map(([, xml]) => post(xml)), // prettier-ignore
    ...Object.values(xmlAttacks(own, 'http://127.0.0.1:9')).map(post),
  ]
}

const rssOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const percentile = (sorted: readonly number[], share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)

/** Endless refused SAML messages: other users are still answered, memory does not grow, and the event loop is not blocked. */
export async function refusedMessages(databaseUrl: string, { senders, ms }: { senders: number; ms: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'hufu-drill-'))
  const file = join(folder, 'delay')
  const options = `--import=${new URL('loop-delay.mjs', import.meta.url).href}`
  const node = await startNode(databaseUrl, { NODE_OPTIONS: options, DRILL_DELAY_FILE: file })
  const { token, close } = await openDatabase(databaseUrl)
  const settings = readSettings({ DATABASE_URL: databaseUrl, HUFU_MASTER_KEY: MASTER_KEY, HUFU_LOG: 'silent' })
  const kernel = await openKernel(settings, { url: databaseUrl }, pino({ level: 'silent' }))
  const appId = await builders(kernel).app({ protocol: 'saml' })
  await fetch(`${node.address}/api${saml.applyMetadata.path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ appId, metadata: metadataOf(ENTITY, newPair('honest').certificate), version: 0 }),
  })
  const attacks = hostile(node.address)
  const statuses = new Map<number, number>()
  let until = Infinity
  const flood = async (first: number) => {
    for (let n = first; performance.now() < until; n++) {
      const answer = await attacks[n % attacks.length]!()
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  const together = (forMs: number) => {
    until = performance.now() + forMs
    return Promise.all(Array.from({ length: senders }, (_, n) => flood(n * 3)))
  }
  // Warms up until the code is compiled and the heap has the size that any kind of call gives it.
  await together(ms)
  const pid = node.child().pid!
  const before = rssOf(pid)
  node.child().kill('SIGUSR2')
  statuses.clear()
  const flooded = together(ms)
  const waits: number[] = []
  while (performance.now() < until) {
    const sentAt = performance.now()
    await (await fetch(`${node.address}/api/publicApi/health`)).arrayBuffer()
    waits.push(performance.now() - sentAt)
    await pause(10)
  }
  await flooded
  await pause(200)
  const { most, p99 } = JSON.parse(readFileSync(file, 'utf8')) as { most: number; p99: number }
  const grownMb = Math.round(rssOf(pid) - before)
  await kernel.close()
  await close()
  await node.stop('SIGTERM')
  rmSync(folder, { recursive: true })
  const sorted = waits.toSorted((a, b) => a - b)
  const refused = statuses.get(400) ?? 0
  const others = [...statuses.keys()].filter(status => status !== 400)
  return { refused, others, grownMb, p99Ms: percentile(sorted, 0.99), loopP99Ms: Math.round(p99), loopMostMs: Math.round(most) }
}
