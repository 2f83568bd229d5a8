import type { Pushed } from '../../../../outside/push.ts'
import type { Reach } from '../../../../outside/reach.ts'
import type { Delivered } from '../deliver.ts'
import type { Order } from '../orders.ts'
import { jsonIn, quotedFor, ScimClient, ScimStop, type Resource } from './client.ts'
import { asNew, CORE_GROUP, CORE_USER, groupResource, operationsOf, userResource } from './resource.ts'

/** What is kept of an object that a SCIM server knows: its id there, and the groups a user was put into. */
export interface Known {
  remoteId?: string
  groups?: readonly string[]
}

export interface ScimLine {
  reach: Reach
  url: string
  secret: string
  /** Groups there, by the organisation they stand for. */
  groups: Map<string, string>
}

/** One object told to a SCIM server: made, changed or deactivated, found by its external id, and put into its groups. */
export async function deliverScim(line: ScimLine, order: Order): Promise<Delivered> {
  const client = new ScimClient(line.reach, line.url, line.secret)
  const known = (order.item.told?.keys ?? {}) as Known
  const told = (pushed: Pushed, keys: Known = {}): Delivered => ({
    operateType: order.operateType,
    pushed,
    keys: { ...keys },
    request: JSON.stringify(client.sent),
  })
  try {
    const { pushed, keys } =
      order.item.objectType === 'user' ? await tellUser(client, line, order, known) : await tellGroup(client, line, order, known)
    return told(pushed, keys)
  } catch (error) {
    if (error instanceof ScimStop) return told(error.pushed, known)
    throw error
  }
}

interface Done {
  pushed: Pushed
  keys: Known
}
const MISSING = 404
const TAKEN = 409
const statusOf = (pushed: Pushed) => ('status' in pushed ? pushed.status : 0)
const isTaken = (pushed: Pushed) => statusOf(pushed) >= 200 && statusOf(pushed) < 300

async function tellUser(client: ScimClient, line: ScimLine, order: Order, known: Known): Promise<Done> {
  const { operateType, sent, item } = order
  // A user is never deleted over there: what was disabled can be brought back.
  if (operateType === 'delete') {
    const id = known.remoteId ?? (await idOf(client, 'Users', `externalId eq ${quotedFor(item.objectId)}`))
    if (id === undefined) return { pushed: { status: MISSING, text: '' }, keys: {} }
    return { pushed: await client.patch(`/Users/${encodeURIComponent(id)}`, [{ op: 'replace', path: 'active', value: false }]), keys: {} }
  }
  const resource = userResource(sent)
  const other = `userName eq ${quotedFor(String(resource.userName))}`
  const { pushed, id } = await put(client, { type: 'Users', schema: CORE_USER, resource, other }, known.remoteId)
  if (!isTaken(pushed) || id === undefined) return { pushed, keys: known }
  const wanted = orgsOf(sent).flatMap(orgId => line.groups.get(orgId) ?? [])
  // Who was made anew is in no group yet.
  const before = id === known.remoteId ? (known.groups ?? []) : []
  const refused = await putIntoGroups(client, id, before, wanted)
  return { pushed: refused ?? pushed, keys: { remoteId: id, groups: wanted } }
}

export const orgsOf = ({ jobs }: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(Array.isArray(jobs) ? (jobs as { orgId: string }[]).map(({ orgId }) => orgId) : []),
]
export const orgsTold = (order: Order): string[] => (order.item.objectType === 'user' ? orgsOf(order.sent) : [])

async function tellGroup(client: ScimClient, line: ScimLine, order: Order, known: Known): Promise<Done> {
  const { operateType, sent, item } = order
  if (operateType === 'delete') {
    const id = known.remoteId ?? (await idOf(client, 'Groups', `externalId eq ${quotedFor(item.objectId)}`))
    line.groups.delete(item.objectId)
    return {
      pushed: id === undefined ? { status: MISSING, text: '' } : await client.ask('DELETE', `/Groups/${encodeURIComponent(id)}`),
      keys: {},
    }
  }
  const { pushed, id } = await put(client, { type: 'Groups', schema: CORE_GROUP, resource: groupResource(sent) }, known.remoteId)
  if (isTaken(pushed) && id !== undefined) line.groups.set(item.objectId, id)
  return { pushed, keys: id === undefined ? known : { remoteId: id } }
}

interface Wanted {
  type: 'Users' | 'Groups'
  schema: string
  resource: Resource
  /** By what else it may be there already, where its name is taken. */
  other?: string
}

/** Changed where it is known or found, else made; what is no longer there is made anew. */
async function put(
  client: ScimClient,
  { type, schema, resource, other }: Wanted,
  remoteId: string | undefined,
): Promise<{ pushed: Pushed; id?: string }> {
  const change = async (id: string, more: readonly Resource[] = []) => ({
    pushed: await client.patch(`/${type}/${encodeURIComponent(id)}`, [...more, ...operationsOf(resource)]),
    id,
  })
  if (remoteId !== undefined) {
    const changed = await change(remoteId)
    if (statusOf(changed.pushed) !== MISSING) return changed
  }
  const id = await idOf(client, type, `externalId eq ${quotedFor(String(resource.externalId))}`)
  if (id !== undefined) return change(id)
  const made = await client.ask('POST', `/${type}`, asNew(schema, resource))
  if (statusOf(made) !== TAKEN || other === undefined)
    return isTaken(made) ? { pushed: made, id: String(jsonIn(made).id) } : { pushed: made }
  const [same, ...others] = await client.find(type, other)
  // Whoever has an external id already is somebody else's.
  if (!same || others.length > 0 || same.externalId) return { pushed: made }
  return change(String(same.id), [{ op: 'replace', path: 'externalId', value: resource.externalId }])
}

async function idOf(client: ScimClient, type: 'Users' | 'Groups', filter: string): Promise<string | undefined> {
  const [found] = await client.find(type, filter)
  return found === undefined ? undefined : String(found.id)
}

/** The first refusal, if there is one: what is left of it is told with the next change. */
async function putIntoGroups(
  client: ScimClient,
  id: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<Pushed | undefined> {
  for (const group of before.filter(one => !wanted.includes(one))) {
    const pushed = await client.patch(`/Groups/${encodeURIComponent(group)}`, [
      { op: 'remove', path: `members[value eq ${quotedFor(id)}]` },
    ])
    if (!isTaken(pushed) && statusOf(pushed) !== MISSING) return pushed
  }
  for (const group of wanted.filter(one => !before.includes(one))) {
    const pushed = await client.patch(`/Groups/${encodeURIComponent(group)}`, [{ op: 'add', path: 'members', value: [{ value: id }] }])
    if (!isTaken(pushed)) return pushed
  }
  return undefined
}
