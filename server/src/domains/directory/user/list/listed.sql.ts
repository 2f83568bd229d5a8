import { cleanName, mobileOf } from '@hufu/contract/written'
import { sql } from 'kysely'
import type { UserBrief } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { personInScope, type Scope } from '../../../../platform/access/scope.ts'

/** The user each line names, in the order of the lines: by account, else by job number, else by telephone. */
export async function findListed(db: Db, scope: Scope, keys: Keys, names: readonly string[]) {
  const lines = [...new Set(names.map(cleanName))]
  const phones = lines.map(line => mobileOf(line)).map(phone => (phone === undefined ? null : keys.blindIndex('phone', phone)))
  const { rows } = await sql<UserBrief & { line: string }>`
    select distinct on (l.n) l.line, u.id, u.user_name, u.real_name, o.name as org_name
    from unnest(${lines}::text[], ${phones}::text[]) with ordinality l(line, phone_hash, n)
    cross join lateral (
      select 1 as rank, id from live_user where lower(user_name) = lower(l.line)
      union all select 2, id from live_user where employee_number = l.line
      union all select 3, id from live_user where phone_hash = l.phone_hash) hit
    join users u on u.id = hit.id join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id
    where ${personInScope(scope, 'u.id')} order by l.n, hit.rank`.execute(db)
  const foundLines = new Set(rows.map(row => row.line))
  const found = [...new Map(rows.map(({ id, userName, realName, orgName }) => [id, { id, userName, realName, orgName }])).values()]
  return { found, missing: lines.filter(line => !foundLines.has(line)) }
}
