import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { subject } from '../server/test/harness.ts'
import { scimClient, scimUser, type Body, type ScimSubject } from '../server/test/scim.ts'
import { openDatabase, startNode, type NodeProcess } from './drills/node-process.ts'
import { ownDatabases } from './drills/own-databases.ts'

/** The product runs as a process of its own, because only such a process can be killed. */
const PEOPLE = 1000
let databases: ReturnType<typeof ownDatabases>
let node: NodeProcess
let database: Awaited<ReturnType<typeof openDatabase>>
let client: ScimSubject
beforeAll(async () => {
  databases = ownDatabases(inject('connection'))
  const url = await databases.make()
  node = await startNode(url)
  database = await openDatabase(url)
  client = await scimClient({ address: node.address, admin: subject(node.address, database.token) })
})
afterAll(async () => {
  await node.stop('SIGTERM')
  await database.close()
  await databases.drop()
})

const idOf = ({ location }: { location: string }) => location.slice(location.lastIndexOf('/') + 1)
const isThere = (prefix: string) => database.count('select count(*) as n from users where user_name like $1', [`${prefix}.%`])

/** A client that sends a thousand users, and records the answer for each. */
class Sender {
  /** The answered id by external id. */
  readonly answered = new Map<string, string>()
  /** How many users existed already when they were sent again. */
  duplicates = 0
  readonly #prefix: string
  constructor(prefix: string) {
    this.#prefix = prefix
  }
  get open(): string[] {
    return Array.from({ length: PEOPLE }, (_, n) => `${this.#prefix}.${n}`).filter(id => !this.answered.has(id))
  }
  /** Sends one bulk request; false if there was no answer. */
  async send(ids: readonly string[]): Promise<boolean> {
    const Operations = ids.map(id => ({ method: 'POST', path: '/Users', bulkId: id, data: scimUser({ userName: id, externalId: id }) }))
    const { status, body } = await client.ask('POST', '/Bulk', { Operations }).catch(() => ({ status: 0, body: undefined as Body }))
    if (status === 0) return false
    expect([status, body.Operations.length]).toEqual([200, ids.length])
    for (const operation of body.Operations) {
      if (operation.status === '201') this.answered.set(operation.bulkId, idOf(operation))
      else await this.#ask(operation)
    }
    return true
  }
  /** Finds a user that exists already by the external id; there must be exactly one. */
  async #ask({ status, bulkId, response }: Body): Promise<void> {
    expect([status, response.scimType]).toEqual(['409', 'uniqueness'])
    const { body } = await client.ask('GET', `/Users?filter=${encodeURIComponent(`externalId eq "${bulkId}"`)}`)
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ userName: bulkId }] })
    this.answered.set(bulkId, body.Resources[0].id)
    this.duplicates++
  }
}

/** Kills the server when this many users exist, and starts it again. */
async function killAt(prefix: string, count: number): Promise<void> {
  await expect.poll(() => isThere(prefix), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count)
  await node.stop('SIGKILL')
  await node.start()
}

/** Expects each user once, complete, and with the answered id. */
async function expectWhole(prefix: string, sender: Sender): Promise<void> {
  expect(sender.open).toEqual([])
  const found = new Map<string, string>()
  for (let next: string | undefined = ''; next !== undefined;) {
    const filter = encodeURIComponent(`externalId sw "${prefix}."`)
    const { body } = await client.ask('GET', `/Users?count=500&filter=${filter}&cursor=${next}`)
    for (const { id, externalId } of body.Resources) found.set(externalId, id)
    next = body.nextCursor
  }
  expect(found).toEqual(sender.answered)
  const ours = `from users u where user_name like $1`
  expect(await database.count(`select count(*) as n ${ours}`, [`${prefix}.%`])).toBe(PEOPLE)
  expect(await database.count(`select count(distinct lower(user_name)) as n ${ours}`, [`${prefix}.%`])).toBe(PEOPLE)
  const once = (rows: string) => database.count(`select count(*) as n ${ours} and (select count(*) from ${rows}) = 1`, [`${prefix}.%`])
  expect(await once('job j where j.user_id = u.id and j.job_type = 1')).toBe(PEOPLE)
  expect(await once('scim_link l where l.id = u.id and l.external_id = u.user_name')).toBe(PEOPLE)
  expect(await once("data_history h where h.table_name = 'users' and h.record_id = u.id")).toBe(PEOPLE)
  expect(await once("oper_log o where o.module = 'scim' and o.code = 'success' and o.params like '%' || u.user_name || '\"%'")).toBe(PEOPLE)
}

test('SC-09 a thousand users sent in bulk, two requests at a time, and killed: answered ones are stored, resent ones not doubled', async () => {
  const sender = new Sender('many')
  const unanswered: string[][] = []
  const waiting = Array.from({ length: 20 }, (_, n) => sender.open.slice(n * 50, n * 50 + 50))
  const sendAll = async (): Promise<void> => {
    for (let ids = waiting.shift(); ids; ids = waiting.shift()) {
      if (await sender.send(ids)) continue
      unanswered.push(ids)
      return
    }
  }
  const lanes = [sendAll(), sendAll()]
  await killAt('many', 330)
  await Promise.all(lanes)
  expect([sender.answered.size >= 200, unanswered.length > 0]).toEqual([true, true])
  for (const [id, own] of sender.answered)
    expect((await client.ask('GET', `/Users/${own}`)).body).toMatchObject({ id: own, externalId: id })
  for (const ids of [...unanswered, ...waiting]) expect(await sender.send(ids)).toBe(true)
  expect(sender.duplicates).toBeGreaterThan(0)
  await expectWhole('many', sender)
})

test('SC-09 one bulk request of the greatest size, killed twice and resent unchanged, leaves no user missing and none doubled', async () => {
  const sender = new Sender('whole')
  for (const count of [300, 700]) {
    const answered = sender.send(sender.open)
    await killAt('whole', count)
    expect(await answered).toBe(false)
    const there = await isThere('whole')
    expect([there >= count, there < PEOPLE]).toEqual([true, true])
  }
  expect(await sender.send(sender.open)).toBe(true)
  expect(sender.duplicates).toBeGreaterThanOrEqual(700)
  await expectWhole('whole', sender)
})
