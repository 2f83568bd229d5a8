import { sql } from 'kysely'
import type { ConnectState, RefusedRequest } from '@hufu/contract/federation/connect'
import type { Db } from '../../../platform/database/db.ts'
import { amongPeopleInScope, type Scope } from '../../../platform/access/scope.ts'
import { refuse } from '../../../platform/http/refuse.ts'

interface ConnectedApp {
  protocol: string
  clientId: string
  redirectUris: string[]
  entityId: string | null
  firstTime: string | null
}

export async function findConnected(db: Db, appId: string): Promise<ConnectedApp> {
  const { rows } = await sql<ConnectedApp>`select a.protocol, a.client_id, a.redirect_uris, s.entity_id,
      case when a.protocol = 'saml' then (select min(v.visit_time) from app_visit v where v.app_id = a.id and v.fault = '') else f.create_time end as first_time
    from app a left join saml_sp s on s.app_id = a.id left join first_sign_in f on f.app_id = a.id where a.id = ${appId}`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

/** The newest visit of a user in the administrator's scope. */
export async function lastVisitOf(db: Db, scope: Scope, appId: string): Promise<ConnectState['lastVisit']> {
  const { rows } = await sql<NonNullable<ConnectState['lastVisit']>>`select v.visit_time, u.real_name, v.fault
    from app_visit v left join users u on u.id = v.user_id
    where v.app_id = ${appId} and ${amongPeopleInScope(scope, 'v.user_id')} order by v.visit_time desc, v.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const SHOWN = 10
type Row = Omit<RefusedRequest, 'registered'>

/** Refused requests of all protocols. Those of SAML are in a table of their own, where `detail` is what was sent. */
export async function listRefused(db: Db, appId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, create_time, problem, sent, detail, ip from refused_request where app_id = ${appId}
    union all select id, create_time, problem, case when problem in ('acsUnknown', 'unknownIssuer', 'destination') then detail else '' end, detail, ip
    from saml_refusal where app_id = ${appId} order by create_time desc, id desc limit ${SHOWN}`.execute(db)
  return rows
}
