import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { readMapping, type Mapping, type PushedState } from './push-data.ts'

/** The duration of a lease, longer than all sends under it can take. */
const LEASE = sql`interval '60 seconds'`
/** The most pushes under one lease. */
const BATCH = 200
/** The shortest time between two automatic pushes of the same object. */
export const GAP_SECONDS = 0.5
const GAP = sql`${sql.lit(GAP_SECONDS)} * interval '1 second'`
export const BROKEN_AFTER = 5

/** An application that receives pushes, and how it receives them. */
export interface Target {
  appId: string
  name: string
  attempt: number
  failures: number
  phone: 'masked' | 'clear'
  /** Signed JSON to one address, or resources to a SCIM server. */
  kind: 'json' | 'scim'
  /** Which users are pushed: all, or only those who may open the application. */
  scope: 'all' | 'entitled'
  url: string
  secretCipher: string
  mapping: Partial<Record<PushType, Mapping>>
  /** The synchronisation tasks that the mappings belong to. */
  syncs: Partial<Record<PushType, { id: string; name: string }>>
  /** Absent for an application. `sync`: a task with an address of its own, whose id takes the place of `appId`. */
  links?: 'app' | 'sync'
}

interface ReadTarget extends Omit<Target, 'mapping' | 'syncs'> {
  maps: { id: string; name: string; objectType: PushType | 'all'; mapping: unknown }[]
}

const isDue = sql`not i.is_held and i.due_time <= now()`
const maps = (appId: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'objectType', c.object_type, 'mapping', c.mapping) order by c.create_time, c.id)
    from sync_config c where c.app_id = ${sql.ref(appId)} and c.direction = 'out' and c.status = 1), '[]') as maps`
const columns = sql`t.app_id, a.name, t.attempt, t.faults as failures, t.phone, t.kind, t.scope, a.push_url as url, s.secret_cipher, ${maps('t.app_id')}`

function targetOf({ maps, ...target }: ReadTarget): Target {
  const mapOf = (type: PushType) => maps.find(({ objectType }) => objectType === type || objectType === 'all')
  const [user, org] = [mapOf('user'), mapOf('org')]
  return {
    ...target,
    // No mapping for SCIM, which defines its own attribute names.
    mapping:
      target.kind === 'scim' ? {} : { ...(user && { user: readMapping(user.mapping) }), ...(org && { org: readMapping(org.mapping) }) },
    syncs: { ...(user && { user: { id: user.id, name: user.name } }), ...(org && { org: { id: org.id, name: org.name } }) },
  }
}

/** Claims the next application with due pushes. Only one node gets it; the lease of a crashed node expires. */
export async function claimTarget(db: Db): Promise<Target | undefined> {
  const { rows } = await sql<ReadTarget>`
    with next as (select t.app_id from push_target t join app a on a.id = t.app_id and a.open_push = 1 and a.status = 1 and a.push_url is not null
        join app_push_secret s on s.app_id = a.id
      where t.wait_until <= now() and coalesce(t.lease_until < now(), true)
        and exists (select 1 from push_item i where i.app_id = t.app_id and ${isDue})
      order by t.claim_time limit 1 for no key update of t skip locked)
    update push_target t set lease_until = now() + ${LEASE}, attempt = t.attempt + 1, claim_time = clock_timestamp()
    from next n join app a on a.id = n.app_id join app_push_secret s on s.app_id = a.id where t.app_id = n.app_id
    returning ${columns}`.execute(db)
  return rows[0] && targetOf(rows[0])
}

/** An application whose push is on; undefined if it is off. */
export async function findTarget(db: Db, appId: string): Promise<(Target & { pushObject: PushType | 'all' }) | undefined> {
  const { rows } = await sql<
    ReadTarget & { pushObject: PushType | 'all' }
  >`select ${columns}, coalesce(a.push_object, 'all') as push_object from push_target t
    join app a on a.id = t.app_id and a.open_push = 1 and a.push_url is not null join app_push_secret s on s.app_id = a.id
    where t.app_id = ${appId}`.execute(db)
  const [row] = rows
  return row && { ...targetOf(row), pushObject: row.pushObject }
}

/** An application as if its push were on. It has no address, so nothing can be sent to it. */
export async function findClosedTarget(db: Db, appId: string): Promise<(Target & { pushObject: PushType | 'all' }) | undefined> {
  const { rows } = await sql<
    ReadTarget & { pushObject: PushType | 'all' }
  >`select a.id as app_id, a.name, 0 as attempt, 0 as failures, coalesce(t.phone, 'masked') as phone, coalesce(t.kind, 'json') as kind,
      coalesce(t.scope, 'all') as scope, '' as url, '' as secret_cipher, ${maps('a.id')}, coalesce(a.push_object, 'all') as push_object
    from app a left join push_target t on t.app_id = a.id where a.id = ${appId}`.execute(db)
  const [row] = rows
  return row && { ...targetOf(row), pushObject: row.pushObject }
}

/** An object to push, and what the application knows of it. */
export interface Item {
  objectType: PushType
  objectId: string
  generation: number
  tries: number
  isAuto: boolean
  isReleased: boolean
  taskId: string | null
  isCancelled: boolean
  retryOf: string | null
  attempt: number
  pushed: PushedState | undefined
  /** How the object in the application differs, as found by a comparison. */
  reason?: string
  /** If the object differs: its id in the application, and the groups the user is in there. */
  farKeys?: Record<string, unknown>
}

type ReadItem = Omit<Item, 'pushed' | 'reason' | 'farKeys'> & {
  state: PushedState['state'] | null
  hash: string
  keys: Record<string, unknown>
}

/** The due items, organisations first. Only one if the application has not answered, to probe whether it does again. */
export async function dueItems(db: Db, { appId, failures }: Target): Promise<Item[]> {
  const { rows } = await sql<ReadItem>`select i.object_type, i.object_id, i.generation, i.tries, i.is_auto, i.is_released, i.task_id,
      coalesce(k.status = 'CANCEL', false) as is_cancelled, i.retry_of, i.attempt, l.state, l.sent_hash as hash, l.keys
    from push_item i left join push_link l on l.app_id = i.app_id and l.object_type = i.object_type and l.object_id = i.object_id
    left join async_task k on k.id = i.task_id
    where i.app_id = ${appId} and ${isDue} and (not i.is_auto or l.sent_time is null or l.sent_time <= now() - ${GAP})
    order by i.due_time, i.object_type limit ${sql.lit(failures >= BROKEN_AFTER ? 1 : BATCH)}`.execute(db)
  return rows.map(({ state, hash, keys, ...item }) => ({ ...item, pushed: state === null ? undefined : { state, hash, keys } }))
}

export const freeTargets = (db: Db) => sql`update push_target set lease_until = null where lease_until is not null`.execute(db)
