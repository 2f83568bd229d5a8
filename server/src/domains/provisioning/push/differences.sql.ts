import { sql } from 'kysely'
import type { PushType } from '@hufu/contract/provisioning/push'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Item, Target } from './push-queue.sql.ts'
import type { PushedState } from './push-data.ts'

const STEP = 1000

interface Row {
  objectId: string
  state: PushedState['state'] | null
  hash: string
  keys: Record<string, unknown>
}

/** The table of what was last pushed: to an application, or to the address of a synchronisation task. */
const tables = {
  app: { table: sql.table('push_link'), key: sql.ref('l.app_id') },
  sync: { table: sql.table('sync_told'), key: sql.ref('l.sync_id') },
}
const stateColumns = sql.raw('l.state, l.sent_hash as hash, l.keys')

/** The next objects in the database; deleted ones only if the application still knows them. */
async function nextObjects(db: Db, { appId, links = 'app' }: Target, type: PushType, after: string): Promise<Row[]> {
  const { rows } = await everyone(
    'an application receives objects of all organisations',
    sql<Row>`select o.id as object_id, ${stateColumns} from ${sql.table(type === 'user' ? 'users' : 'org')} o
    left join ${tables[links].table} l on ${tables[links].key} = ${appId} and l.object_type = ${type} and l.object_id = o.id
    where o.id > ${after} and (o.deleted_at is null or l.state <> 'gone') order by o.id limit ${sql.lit(STEP)}`,
  ).execute(db)
  return rows
}

/** The next objects that the application knows but the database no longer contains. */
async function nextRemoved(db: Db, { appId, links = 'app' }: Target, type: PushType, after: string): Promise<Row[]> {
  const { rows } = await everyone(
    'an application receives objects of all organisations',
    sql<Row>`select l.object_id, ${stateColumns} from ${tables[links].table} l
    where ${tables[links].key} = ${appId} and l.object_type = ${type} and l.state <> 'gone' and l.object_id > ${after}
      and not exists (select 1 from ${sql.table(type === 'user' ? 'users' : 'org')} o where o.id = l.object_id)
    order by l.object_id limit ${sql.lit(STEP)}`,
  ).execute(db)
  return rows
}

/** The position of a walk over all objects. */
export interface WalkPosition {
  objectType: PushType
  isLost: boolean
  after: string
}

/** The next part of all objects that an application knows or should know; undefined after the last part. */
export async function nextPart(db: Db, target: Target, position: WalkPosition): Promise<{ items: Item[]; last: string } | undefined> {
  const rows = await (position.isLost ? nextRemoved : nextObjects)(db, target, position.objectType, position.after)
  const last = rows.at(-1)?.objectId
  return last === undefined ? undefined : { last, items: rows.map(row => itemOf(position.objectType, row)) }
}

const itemOf = (objectType: PushType, { objectId, state, hash, keys }: Row): Item => ({
  objectType,
  objectId,
  generation: 0,
  tries: 0,
  isAuto: true,
  isReleased: false,
  taskId: null,
  isCancelled: false,
  retryOf: null,
  attempt: 1,
  pushed: state === null ? undefined : { state, hash, keys },
})

/** Queues the objects as if each had just changed. */
export const queueChanged = (db: Db, appId: string, userId: string, items: readonly { objectType: PushType; objectId: string }[]) =>
  sql`insert into push_item (app_id, object_type, object_id, user_id, is_auto)
    select ${appId}, r."objectType", r."objectId", ${userId}, true
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r ("objectType" text, "objectId" text) order by 2, 3
    on conflict (app_id, object_type, object_id) do update set generation = nextval('push_generation'), is_auto = true`.execute(db)
