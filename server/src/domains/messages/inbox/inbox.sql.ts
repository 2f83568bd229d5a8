import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import { INBOX_GROUPS, UNREAD_MAX, type inbox, type InboxGroup, type InboxKind, type InboxMessage } from '@hufu/contract/messages/inbox'
import type { Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { messagesPort } from './messages-port.ts'

export interface NewMessage {
  userId: string
  kind: Exclude<InboxKind, 'notice'>
  /** The object that the message is about. Unread messages of one kind about the same object are merged. */
  about: string
  facts: Readonly<Record<string, string>>
  count?: number
}

/** Call this in the transaction that causes the messages. Rows are written in one order, so that transactions never deadlock. */
export async function notifyUsers(db: Db, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages
    .map(message => ({ count: 1, ...message, id: newId() }))
    .sort((one, other) => (one.userId + one.kind + one.about < other.userId + other.kind + other.about ? -1 : 1))
  if (rows.length === 0) return
  await sql`insert into inbox (id, user_id, kind, about, facts, count)
    select m.id, m.user_id, m.kind, m.about, m.facts, m.count from jsonb_to_recordset(${JSON.stringify(rows.map(asRow))}::jsonb)
      as m (id text, user_id text, kind text, about text, facts jsonb, count int)
    on conflict (user_id, kind, about) where read_time is null
    do update set facts = excluded.facts, count = inbox.count + excluded.count, create_time = now()`.execute(db)
}
const asRow = ({ userId, ...rest }: NewMessage & { id: string }) => ({ user_id: userId, ...rest })

/** Marks messages as read once nothing is left to do about their object. */
export async function settleMessages(db: Db, { userId, kind, about }: Pick<NewMessage, 'userId' | 'kind' | 'about'>): Promise<void> {
  await sql`update inbox set read_time = now() where user_id = ${userId} and kind = ${kind} and about = ${about} and read_time is null`.execute(
    db,
  )
}

/** Until when notices count as read; for users who have never opened the inbox, those older than 30 days. */
const readUpTo = (userId: string): RawBuilder<string> =>
  sql`coalesce((select notice_time from inbox_mark where user_id = ${userId}), now() - interval '30 days')`
/** How long notices are shown: as long as other messages are kept. */
const KEPT = sql.raw(`interval '90 days'`)
const kindsOf = (group: InboxGroup | undefined): string[] =>
  group === undefined ? Object.values(INBOX_GROUPS).flat() : [...INBOX_GROUPS[group]]

const all = (userId: string): RawBuilder<unknown> => sql`
  select id, kind, facts, count, read_time is not null as is_read, create_time from inbox where user_id = ${userId}
  union all
  select 'notice:' || n.id, 'notice', jsonb_build_object('title', n.title, 'fileId', n.file_id), 1, n.create_time <= ${readUpTo(userId)},
    n.create_time from (${messagesPort.use().publishedNotices}) n where n.create_time > now() - ${KEPT}`

export async function pageInbox(db: Db, userId: string, query: QueryOf<typeof inbox.page>): Promise<Page<InboxMessage>> {
  const where = sql`kind = any (${kindsOf(query.group)}) and ${query.isUnread === 1 ? sql`not is_read` : sql`true`}`
  const { rows } = await sql<InboxMessage & { total: number }>`select m.*, count(*) over () as total from (${all(userId)}) m where ${where}
    order by create_time desc, id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(
    query,
    rows[0]?.total ?? 0,
    rows.map(({ id, kind, facts, count, isRead, createTime }) => ({ id, kind, facts, count, isRead, createTime })),
  )
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (
      (select count(*) from (select from inbox where user_id = ${userId} and read_time is null limit ${sql.lit(UNREAD_MAX)}) own)
      + (select count(*) from (${messagesPort.use().publishedNotices}) n where n.create_time > ${readUpTo(userId)}))::int as n`.execute(db)
  return Math.min(rows[0]!.n, UNREAD_MAX)
}

const NOTICE = 'notice:'

export async function readMessage(db: Db, userId: string, id: string): Promise<true> {
  if (!id.startsWith(NOTICE)) {
    await sql`update inbox set read_time = now() where id = ${id} and user_id = ${userId} and read_time is null`.execute(db)
    return true
  }
  return readNotices(
    db,
    userId,
    sql`(select n.create_time from (${messagesPort.use().publishedNotices}) n where n.id = ${id.slice(NOTICE.length)})`,
  )
}

export async function readAllMessages(db: Db, userId: string, { group }: BodyOf<typeof inbox.readAll>): Promise<true> {
  await sql`update inbox set read_time = now() where user_id = ${userId} and read_time is null and kind = any (${kindsOf(group)})`.execute(
    db,
  )
  return group === undefined || group === 'notice' ? readNotices(db, userId, sql`now()`) : true
}

async function readNotices(db: Db, userId: string, until: RawBuilder<unknown>): Promise<true> {
  await sql`insert into inbox_mark (user_id, notice_time) select ${userId}, t.until from (select ${until} as until) t where t.until is not null
    on conflict (user_id) do update set notice_time = greatest(inbox_mark.notice_time, excluded.notice_time)`.execute(db)
  return true
}

/** Notifies the owner of a task that failed, or that took so long that they probably no longer wait for it. */
export async function notifyTaskEnd(db: Db, taskId: string): Promise<void> {
  const { rows } = await sql<{
    ownerId: string
    kind: string
    status: string
    message: string
    fileId: string | null
  }>`select owner_id, kind, status, message, file_id from async_task where id = ${taskId}
    and (status = 'ERROR' or now() - create_time > interval '10 seconds')`.execute(db)
  const [task] = rows
  if (!task || task.ownerId === '') return
  const { ownerId: userId, kind: taskKind, status, message, fileId } = task
  await notifyUsers(db, [{ userId, kind: 'task', about: taskId, facts: { taskKind, status, message, ...(fileId !== null && { fileId }) } }])
}
