import type { Pushed } from '../../../../outside/push.ts'
import type { HttpSender } from '../../../../outside/http-sender.ts'
import type { Delivered } from '../deliver.ts'
import type { Order } from '../orders.ts'
import type { Abilities } from './abilities.ts'
import type { PartialUser } from './groups.sql.ts'
import { isTaken, jsonIn, listIn, quotedFor, ScimClient, ScimStop, statusOf, type Resource } from './client.ts'
import { edit } from './edit.ts'
import type { GroupChanges } from './group-changes.ts'
import { appliedTo, withoutEmptyValues, CORE_GROUP, CORE_USER, groupResource, operationsOf, userResource } from './resource.ts'

/** What is stored of an object that a SCIM server knows: its id there, and the groups a user is in. */
export interface RemoteKeys {
  remoteId?: string
  groups?: readonly string[]
  /** Groups whose membership was being changed when a push was interrupted: the user may be in them or not. */
  moving?: readonly string[]
}

export interface ScimLine {
  sender: HttpSender
  url: string
  secret: string
  /** The ids of the server's groups, by the organisation each stands for. */
  groups: Map<string, string>
  abilities: Abilities
  /** Stores the memberships to change before they are sent, for the next push to complete; returns false if the lease is lost. */
  storePartialGroups: (users: readonly PartialUser[]) => Promise<boolean>
}

/**
 * Pushes one object to a SCIM server: creates, updates or deactivates it, found by its external id. The memberships of a user are
 * sent afterwards.
 */
export async function deliverScim(line: ScimLine, order: Order): Promise<Delivered> {
  const client = new ScimClient(line.sender, line.url, line.secret)
  const keys = (order.item.pushed?.keys ?? {}) as RemoteKeys
  const delivered = ({ pushed, keys, moves }: Done): Delivered => ({
    operateType: order.operateType,
    pushed,
    keys: { ...keys },
    requests: client.sent,
    ...(moves && { moves }),
  })
  try {
    return delivered(await (order.item.objectType === 'user' ? pushUser : pushGroup)(client, line, order, keys))
  } catch (error) {
    if (error instanceof ScimStop) return delivered({ pushed: error.pushed, keys })
    throw error
  }
}

interface Done {
  pushed: Pushed
  keys: RemoteKeys
  moves?: GroupChanges
}
const MISSING = 404
const CONFLICT = 409
const nobody: Done = { pushed: { status: MISSING, text: '' }, keys: {} }
const pathOf = (type: 'Users' | 'Groups', id: string) => `/${type}/${encodeURIComponent(id)}`

async function pushUser(client: ScimClient, line: ScimLine, order: Order, keys: RemoteKeys): Promise<Done> {
  const { operateType, sent, item } = order
  // A user is never deleted on the server, only deactivated, because that can be undone.
  if (operateType === 'delete') {
    const id = keys.remoteId ?? (await idOf(client, line, 'Users', item.objectId))
    if (id === undefined) return nobody
    const operations = [{ op: 'replace', path: 'active', value: false }]
    const applied = (present: Resource) => ({ ...present, active: false })
    return { pushed: await edit(client, line.abilities, pathOf('Users', id), { operations, applied }), keys: {} }
  }
  const resource = userResource(sent)
  const other = `userName eq ${quotedFor(String(resource.userName))}`
  const { pushed, id } = await putObject(client, line, { type: 'Users', schema: CORE_USER, resource, other }, keys.remoteId)
  if (!isTaken(pushed) || id === undefined) return { pushed, keys }
  const groupsOfOrgs = orgsOf(sent).flatMap(orgId => line.groups.get(orgId) ?? [])
  // A newly created user is in no group yet.
  const { groups = [], moving = [] }: RemoteKeys = id === keys.remoteId ? keys : {}
  const moves = {
    userId: id,
    stays: groupsOfOrgs.filter(one => groups.includes(one)),
    joins: groupsOfOrgs.filter(one => !groups.includes(one)),
    leaves: [...groups, ...moving].filter(one => !groupsOfOrgs.includes(one)),
  }
  const isMoved = moves.joins.length + moves.leaves.length > 0
  return { pushed, keys: { remoteId: id, groups: groupsOfOrgs }, ...(isMoved && { moves }) }
}

export const orgsOf = ({ jobs }: Readonly<Record<string, unknown>>): string[] => [
  ...new Set(Array.isArray(jobs) ? (jobs as { orgId: string }[]).map(({ orgId }) => orgId) : []),
]
export const pushedOrgs = (order: Order): string[] => (order.item.objectType === 'user' ? orgsOf(order.sent) : [])

async function pushGroup(client: ScimClient, line: ScimLine, order: Order, keys: RemoteKeys): Promise<Done> {
  const { operateType, sent, item } = order
  if (operateType === 'delete') {
    const id = keys.remoteId ?? (await idOf(client, line, 'Groups', item.objectId))
    line.groups.delete(item.objectId)
    return id === undefined ? nobody : { pushed: await client.ask('DELETE', pathOf('Groups', id)), keys: {} }
  }
  const resource = groupResource(sent)
  const other = `displayName eq ${quotedFor(String(resource.displayName))}`
  const { pushed, id } = await putObject(client, line, { type: 'Groups', schema: CORE_GROUP, resource, other }, keys.remoteId)
  if (isTaken(pushed) && id !== undefined) line.groups.set(item.objectId, id)
  return { pushed, keys: id === undefined ? keys : { remoteId: id } }
}

interface RemoteResource {
  type: 'Users' | 'Groups'
  schema: string
  resource: Resource
  /** A filter for another attribute by which the resource may already exist. */
  other: string
}

/** Updates the resource if its id is known or it is found, otherwise creates it, also if it has been deleted there. */
async function putObject(
  client: ScimClient,
  line: ScimLine,
  { type, schema, resource, other }: RemoteResource,
  remoteId: string | undefined,
): Promise<{ pushed: Pushed; id?: string }> {
  const change = async (id: string, more: readonly Resource[] = []) => ({
    pushed: await edit(client, line.abilities, pathOf(type, id), {
      operations: [...more, ...operationsOf(resource)],
      applied: present => appliedTo(present, resource),
    }),
    id,
  })
  const adopt = (id: string) => change(id, [{ op: 'replace', path: 'externalId', value: resource.externalId }])
  if (remoteId !== undefined) {
    const changed = await change(remoteId)
    if (statusOf(changed.pushed) !== MISSING) return changed
  }
  const id = await idOf(client, line, type, String(resource.externalId))
  if (id !== undefined) return change(id)
  const named = line.abilities.byExternalId ? undefined : await namedFor(client, type, other, resource)
  if (named !== undefined) return adopt(named)
  const made = await client.ask('POST', `/${type}`, withoutEmptyValues(schema, resource))
  if (isTaken(made)) return { pushed: made, id: String(jsonIn(made).id) }
  const same = statusOf(made) === CONFLICT && type === 'Users' ? await namedFor(client, type, other, resource) : undefined
  return same === undefined ? { pushed: made } : adopt(same)
}

const REFUSED_FILTER = new Set([400, 501])

/** Finds the resource by its external id. A server that refuses this filter is not asked again. */
async function idOf(client: ScimClient, { abilities }: ScimLine, type: 'Users' | 'Groups', objectId: string): Promise<string | undefined> {
  if (!abilities.byExternalId) return undefined
  const pushed = await client.search(type, `externalId eq ${quotedFor(objectId)}`)
  if (REFUSED_FILTER.has(statusOf(pushed))) {
    abilities.byExternalId = false
    return undefined
  }
  const [found] = listIn(pushed)
  return found === undefined ? undefined : String(found.id)
}

/** The one resource that has the name, unless another external id shows that it stands for another object. */
async function namedFor(
  client: ScimClient,
  type: 'Users' | 'Groups',
  filter: string,
  { externalId }: Resource,
): Promise<string | undefined> {
  const [same, ...others] = listIn(await client.search(type, filter))
  const isOurs = same !== undefined && others.length === 0 && (!same.externalId || same.externalId === externalId)
  return isOurs ? String(same.id) : undefined
}
