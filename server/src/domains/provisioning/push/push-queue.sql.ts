import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Db } from '../../../platform/database/db.ts'
import { readMapping, type Mapping, type PushedState } from './push-data.ts'

/** Longer than everything that is sent under it may take. */
const LEASE = sql`interval '60 seconds'`
/** So many are taken up under one lease. */
const BATCH = 200
/** One object is not told more often than this. */
export const GAP_SECONDS = 0.5
const GAP = sql`${sql.lit(GAP_SECONDS)} * interval '1 second'`
export const BROKEN_AFTER = 5

/** An application that is being told, and how. */
export interface Target {
  appId: string
  name: string
  attempt: number
  faults: number
  phone: 'masked' | 'clear'
  /** Signed JSON to one address, or resources to a SCIM server. */
  kind: 'json' | 'scim'
  /** Of users: all, or those who may open the application. */
  scope: 'all' | 'entitled'
  url: string
  secretCipher: string
  mapping: Partial<Record<PushType, Mapping>>
  /** The task of synchronisation its mapping is of. */
  syncs: Partial<Record<PushType, { id: string; name: string }>>
  /** Absent: an application. `sync`: a task with an address of its own, whose id stands for `appId`. */
  links?: 'app' | 'sync'
}

interface ReadTarget extends Omit<Target, 'mapping' | 'syncs'> {
  maps: { id: string; name: string; objectType: PushType | 'all'; mapping: unknown }[]
}

const isDue = sql`not i.is_held and i.due_time <= now()`
const maps = (appId: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'objectType', c.object_type, 'mapping', c.mapping) order by c.create_time, c.id)
    from sync_config c where c.app_id = ${sql.ref(appId)} and c.direction = 'out' and c.status = 1), '[]') as maps`
const columns = sql`t.app_id, a.name, t.attempt, t.faults, t.phone, t.kind, t.scope, a.push_url as url, s.secret_cipher, ${maps('t.app_id')}`

function targetOf({ maps, ...target }: ReadTarget): Target {
  const mapOf = (type: PushType) => maps.find(({ objectType }) => objectType === type || objectType === 'all')
  const [user, org] = [mapOf('user'), mapOf('org')]
  return {
    ...target,
    // SCIM has names of its own for everything.
    mapping:
      target.kind === 'scim' ? {} : { ...(user && { user: readMapping(user.mapping) }), ...(org && { org: readMapping(org.mapping) }) },
    syncs: { ...(user && { user: { id: user.id, name: user.name } }), ...(org && { org: { id: org.id, name: org.name } }) },
  }
}

/** One of several nodes gets the job; the job of a dead node is free when its lease has expired. */
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

/** One that is told of changes; undefined where it is not. */
export async function findTarget(db: Db, appId: string): Promise<(Target & { pushObject: PushType | 'all' }) | undefined> {
  const { rows } = await sql<
    ReadTarget & { pushObject: PushType | 'all' }
  >`select ${columns}, coalesce(a.push_object, 'all') as push_object from push_target t
    join app a on a.id = t.app_id and a.open_push = 1 and a.push_url is not null join app_push_secret s on s.app_id = a.id
    where t.app_id = ${appId}`.execute(db)
  const [row] = rows
  return row && { ...targetOf(row), pushObject: row.pushObject }
}

/** One as it would be told, were its pushes opened: nothing is sent to it. */
export async function findClosedTarget(db: Db, appId: string): Promise<(Target & { pushObject: PushType | 'all' }) | undefined> {
  const { rows } = await sql<
    ReadTarget & { pushObject: PushType | 'all' }
  >`select a.id as app_id, a.name, 0 as attempt, 0 as faults, coalesce(t.phone, 'masked') as phone, coalesce(t.kind, 'json') as kind,
      coalesce(t.scope, 'all') as scope, '' as url, '' as secret_cipher, ${maps('a.id')}, coalesce(a.push_object, 'all') as push_object
    from app a left join push_target t on t.app_id = a.id where a.id = ${appId}`.execute(db)
  const [row] = rows
  return row && { ...targetOf(row), pushObject: row.pushObject }
}

/** An object that is to be told, and what the application knows of it. */
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
  /** What the application itself has otherwise. */
  reason?: string
  /** Where something differs: its id over there, and the groups a user is in. */
  farKeys?: Record<string, unknown>
}

type ReadItem = Omit<Item, 'pushed' | 'reason' | 'farKeys'> & {
  state: PushedState['state'] | null
  hash: string
  keys: Record<string, unknown>
}

/** Those that are due, organisations first; one alone where it is only tried whether the application answers again. */
export async function dueItems(db: Db, { appId, faults }: Target): Promise<Item[]> {
  const { rows } = await sql<ReadItem>`select i.object_type, i.object_id, i.generation, i.tries, i.is_auto, i.is_released, i.task_id,
      coalesce(k.status = 'CANCEL', false) as is_cancelled, i.retry_of, i.attempt, l.state, l.sent_hash as hash, l.keys
    from push_item i left join push_link l on l.app_id = i.app_id and l.object_type = i.object_type and l.object_id = i.object_id
    left join async_task k on k.id = i.task_id
    where i.app_id = ${appId} and ${isDue} and (not i.is_auto or l.sent_time is null or l.sent_time <= now() - ${GAP})
    order by i.due_time, i.object_type limit ${sql.lit(faults >= BROKEN_AFTER ? 1 : BATCH)}`.execute(db)
  return rows.map(({ state, hash, keys, ...item }) => ({ ...item, pushed: state === null ? undefined : { state, hash, keys } }))
}

export const freeTargets = (db: Db) => sql`update push_target set lease_until = null where lease_until is not null`.execute(db)
