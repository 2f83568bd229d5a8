import { user } from '@hufu/contract/directory/user'
import { apiClient } from '@hufu/contract/federation/api-client'
import { callKey } from '@hufu/contract/federation/client-calls'
import { scimCalls } from '@hufu/contract/federation/scim'
import type { Body } from '../server/test/scim.ts'
import { concurrentChanges, walk } from '../server/test/scim-walk.ts'
import { latency, ms, perSecond, quantile, runConcurrently } from './measure.ts'
import type { Row } from './reads.ts'
import { ADMIN_PASSWORD, signInAs, type Running } from './server.ts'
import { CREATED_NAME } from './writes.ts'

type Caller = Pick<Running, 'call'>
type Ask = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>

/** A SCIM client with all calls, whose limits the bench does not reach. */
async function newClient(server: Caller, address: string): Promise<Ask> {
  const made = await server.call(apiClient.save, { body: { name: `SCIM${Date.now()}`, limitPerMinute: 100_000 } as never })
  const items = new Map((await server.call(apiClient.listApi)).map(item => [callKey(item as never), item.id]))
  await server.call(apiClient.saveApi, { body: { id: made.id, apiIds: Object.values(scimCalls).map(call => items.get(callKey(call))!) } })
  await server.call(apiClient.saveScim, {
    body: {
      id: made.id,
      rootOrgId: '1',
      defaultOrgId: '1',
      unknownOrg: 'default',
      groupsAre: 'workGroup',
      onDelete: 'delete',
      adopts: true,
      brakePercent: 100,
      brakeLeast: 100_000,
    },
  })
  const authorization = `Bearer ${made.clientId}.${made.clientSecret}`
  return async (method, path, body) => {
    const answer = await fetch(`${address}/scim/v2${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/scim+json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Body) }
  }
}

const BULK = 1000
/** Starts behind the numbers of users created one by one. */
const BULK_FROM = 1_000_000

async function bulkRun(ask: Ask, draft: (n: number) => object): Promise<Row> {
  const Operations = Array.from({ length: BULK }, (_, n) => ({
    method: 'POST',
    path: '/Users',
    bulkId: String(n),
    data: draft(BULK_FROM + n),
  }))
  const begin = performance.now()
  const { body } = await ask('POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations })
  const seconds = (performance.now() - begin) / 1000
  const created = (body.Operations as { status: string }[]).filter(({ status }) => status === '201').length
  return [`a bulk request of ${BULK.toLocaleString('en-US')} users by SCIM`, `${seconds.toFixed(1)} s, ${created} created`, '2 s']
}

/** Users created by a SCIM client, one by one and in bulk, and a filtered list compared with the console's. */
export async function scim({ address, with: as }: Running): Promise<Row[]> {
  const server = as(await signInAs('admin', ADMIN_PASSWORD))
  const ask = await newClient(server, address)
  const stamp = Date.now().toString(36)
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const draft = (n: number) => ({
    schemas,
    userName: `s${stamp}${n}`,
    displayName: CREATED_NAME,
    externalId: `s${stamp}${n}`,
    active: true,
  })
  await ask('POST', '/Users', draft(-1))
  const got = await runConcurrently(16, 6, n => ask('POST', '/Users', draft(n)))
  const bulk = await bulkRun(ask, draft)
  const filtered = await latency(() => ask('GET', `/Users?count=20&filter=${encodeURIComponent('userName sw "zz1"')}`), 100)
  const listed = await latency(() => server.call(user.page, { query: { size: 20, searchKey: 'zz1' } }), 100)
  return [
    ['create a user by SCIM, c16', `${perSecond(got.each)} /s, p99 ${got.p99.toFixed(0)} ms, ${got.failed} failed`, '300 /s'],
    bulk,
    [
      'SCIM list of 20 with a filter beside the list of the console, c1',
      `${ms(filtered.p50)} ms, p95 ${ms(filtered.p95)}; ${ms(listed.p50)} ms, p95 ${ms(listed.p95)}: ${(filtered.p50 / listed.p50).toFixed(1)} times`,
      '1.5 times',
    ],
  ]
}

const PAGE = 500

/** Reads all users by cursor, alone and during writes; counts users that were missed although they stayed, or met twice. */
export async function walkAllPages({ address, with: as }: Running): Promise<Row[]> {
  const server = as(await signInAs('admin', ADMIN_PASSWORD))
  const [reader, writer] = [await newClient(server, address), await newClient(server, address)]
  const taken: number[] = []
  const timed: Ask = async (...input) => {
    const begin = performance.now()
    const answer = await reader(...input)
    taken.push(performance.now() - begin)
    return answer
  }
  const through = async (meanwhile: (page: readonly string[]) => Promise<unknown>) => {
    taken.length = 0
    const begin = performance.now()
    const ids = await walk(timed, `count=${PAGE}`, meanwhile)
    const seconds = (performance.now() - begin) / 1000
    const tenth = Math.ceil(taken.length / 10)
    const typical = (some: readonly number[]) => ms(quantile(some.toSorted((a, b) => a - b), 0.5)) // prettier-ignore
    const pages = `${taken.length} pages of ${PAGE} at ${typical(taken)} ms, the first tenth ${typical(taken.slice(0, tenth))}, the last ${typical(taken.slice(-tenth))}`
    return { ids, took: `${seconds.toFixed(0)} s, ${pages}` }
  }
  const alone = await through(async () => undefined)
  const { done, once } = concurrentChanges(writer, alone.ids, 1)
  const beside = await through(once)
  const walkedIds = new Set(beside.ids)
  const missed = alone.ids.filter(id => !walkedIds.has(id) && !done.deleted.has(id)).length
  const { created, deleted, disabled, renamed } = done
  const writes = `${created.size} created, ${deleted.size} deleted, ${disabled.size} disabled, ${renamed.size} renamed meanwhile`
  const many = alone.ids.length.toLocaleString('en-US')
  return [
    [`a walk by cursor through ${many} users, nothing else running`, alone.took, 'no page slower'],
    ['… while others write', `${beside.took}; ${writes}`, 'no page slower'],
    ['… those who stayed and were missed, and those met twice', `${missed} and ${beside.ids.length - walkedIds.size}`, '0 and 0'],
  ]
}
