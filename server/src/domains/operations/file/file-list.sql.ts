import { sql, type RawBuilder } from 'kysely'
import type { QueryOf, ReplyOf } from '@hufu/contract/call'
import type { KeptFile, keptFile } from '@hufu/contract/operations/kept-file'
import { everyone } from '../../../platform/access/scope.ts'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { collected, contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { idsNamed } from '../../directory/index.ts'
import { text } from './text.ts'

const USES_SHOWN = 3
const USES_NAMED = 5
const MEGABYTE = 1024 * 1024

const isUsed = sql<boolean>`exists (select 1 from file_use k where k.file_id = f.id and k.keeps)`

function conditionsOf({ fileName, owner, used, purpose }: QueryOf<typeof keptFile.page>): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (fileName !== undefined) conditions.push(sql`f.file_name ilike ${contains(fileName)}`)
  if (owner !== undefined) conditions.push(sql`${planAnew} f.owner_id in ${idsNamed(owner)}`)
  if (purpose !== undefined) conditions.push(sql`f.purpose = ${purpose}`)
  if (used !== undefined) conditions.push(used ? isUsed : sql`not ${isUsed}`)
  return sql.join(conditions, sql` and `)
}

/** Newest first; uses are read for the rows of the page only. */
export async function pageFiles(db: Db, query: QueryOf<typeof keptFile.page>): Promise<ReplyOf<typeof keptFile.page>> {
  const conditions = conditionsOf(query)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from file f where ${conditions}`.execute(db)
  const { n: total } = counted[0]!
  const { rows } = await everyone(
    'only super administrators see files',
    sql<KeptFile>`
    select f.id, f.file_name, f.file_size, f.content_type, f.purpose, f.create_time, f.owner_id, u.user_name, u.real_name,
      used.uses, used.use_count, used.is_kept
    from (select f.* from (select f.* from file f where ${conditions} ${collected(total)}) f
      order by f.create_time desc, f.id desc limit ${query.size} offset ${offsetOf(query)}) f
    left join users u on u.id = f.owner_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('kind', s.kind, 'name', s.holder_name) order by s.kind, s.holder_id)
          filter (where s.n <= ${sql.lit(USES_SHOWN)}), '[]') as uses,
        count(*) as use_count, coalesce(bool_or(s.keeps), false) as is_kept
      from (select k.*, row_number() over (order by k.kind, k.holder_id) as n from file_use k where k.file_id = f.id) s) used
    order by f.create_time desc, f.id desc`,
  ).execute(db)
  return pageOf(query, total, rows)
}

export async function volumeOf(db: Db, quotaMegabytes: number): Promise<ReplyOf<typeof keptFile.volume>> {
  const { rows } = await sql<Omit<ReplyOf<typeof keptFile.volume>, 'quotaBytes'>>`
    select count(*) as files, coalesce(sum(f.file_size), 0)::bigint as bytes, count(*) filter (where not ${isUsed}) as unused_files,
      coalesce(sum(f.file_size) filter (where not ${isUsed}), 0)::bigint as unused_bytes from file f`.execute(db)
  return { ...rows[0]!, quotaBytes: quotaMegabytes * MEGABYTE }
}

/** Refuses the whole batch if a file is in use. The lock prevents new uses meanwhile. */
export async function removeFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) refuse('nothingChosen')
  const wanted = [...new Set(ids)]
  const { rows: locked } = await sql<{ id: string; fileName: string }>`select id, file_name from file where id = any (${wanted})
    order by id for update`.execute(db)
  if (locked.length < wanted.length) refuse('fileMissing')
  const { rows: uses } = await sql<{ fileId: string; kind: KeptFile['uses'][number]['kind']; holderName: string }>`
    select file_id, kind, holder_name from file_use where file_id = any (${wanted}) and keeps order by file_id, kind, holder_id
    limit ${sql.lit(USES_NAMED)}`.execute(db)
  const [first] = uses
  if (first) {
    const users = uses.filter(use => use.fileId === first.fileId).map(use => text.use(use.kind, use.holderName))
    refuse('fileInUse', { fileId: first.fileId, fileName: locked.find(row => row.id === first.fileId)!.fileName, users })
  }
  await sql`delete from file where id = any (${wanted})`.execute(db)
  return locked.map(row => row.fileName)
}
