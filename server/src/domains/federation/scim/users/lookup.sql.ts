import { sql } from 'kysely'
import type { JobDraft } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import { inScope, type Scope } from '../../../../platform/access/scope.ts'
import { invalid } from '../protocol/problem.ts'
import { text } from '../text.ts'
import type { WantedJob } from './user-wanted.ts'

/** Finds an organisation by the client's externalId, else by code, else by name if only one organisation in scope has that name. */
export async function findNamedOrg(db: Db, clientRow: string, scope: Scope, name: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
    rank: number
  }>`select o.id, case when l.id is not null then 1 when lower(o.code) = ${name.toLowerCase()} then 2 else 3 end as rank
    from live_org o left join scim_link l on l.client_id = ${clientRow} and l.type = 'Organization' and l.id = o.id and l.external_id = ${name}
    where ${inScope(scope, sql.ref('o.id'))} and (o.name = ${name} or lower(o.code) = ${name.toLowerCase()}
      or o.id = (select id from scim_link where client_id = ${clientRow} and type = 'Organization' and external_id = ${name}))
    order by rank, o.id limit 2`.execute(db)
  const [first, second] = rows
  return first && (first.rank < 3 || !second) ? first.id : undefined
}

const kinds = { rank: 'rankId', title: 'positionalTitlesId', duty: 'positionId', post: 'stationId' } as const
type Kind = keyof typeof kinds

/** Replaces the position attribute codes of the jobs by ids, with one query for all of them. */
export async function jobDrafts(db: Db, jobs: readonly WantedJob[]): Promise<JobDraft[]> {
  const wanted = jobs.flatMap(job =>
    (Object.keys(kinds) as Kind[]).flatMap(kind => (job[kind] === undefined ? [] : [{ kind, code: job[kind] }])),
  )
  const found = new Map<string, string>()
  if (wanted.length > 0) {
    const { rows } = await sql<{ kind: string; code: string; id: string }>`select s.kind, lower(s.code) as code, s.id from standing s
      join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (kind text, code text) on w.kind = s.kind and lower(w.code) = lower(s.code)`.execute(
      db,
    )
    for (const { kind, code, id } of rows) found.set(`${kind} ${code}`, id)
  }
  const idOf = (kind: Kind, code: string | undefined) =>
    code === undefined ? null : (found.get(`${kind} ${code.toLowerCase()}`) ?? invalid(text.codeUnknown(code)))
  return jobs.map(job => ({
    orgId: job.orgId,
    jobType: job.isMain ? 1 : 2,
    rankId: idOf('rank', job.rank),
    positionalTitlesId: idOf('title', job.title),
    positionId: idOf('duty', job.duty),
    stationId: idOf('post', job.post),
    ...(job.order !== undefined && { sortNum: job.order }),
  }))
}
