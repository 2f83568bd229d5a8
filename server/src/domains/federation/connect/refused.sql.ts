import { sql } from 'kysely'
import type { ConnectProblem } from '@hufu/contract/federation/connect'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Refused {
  problem: ConnectProblem
  /** The value that was sent; never a secret, a ticket, a code or a token. */
  sent: string
  detail: string
  ip: string
}

const KEPT = 20

/**
 * Keeps the latest refusals of each application, so that its administrator sees which parameter is wrong. At most KEPT are
 * written in a minute, so that endless requests neither fill the table nor cause endless writes.
 */
export async function writeRefused(db: Db, appId: string, { problem, sent, detail, ip }: Refused): Promise<void> {
  await sql`with written as (insert into refused_request (id, app_id, problem, sent, detail, ip)
      select ${newId()}, ${appId}, ${problem}, ${sent}, ${detail}, ${ip}
      where (select count(*) from refused_request where app_id = ${appId} and create_time > now() - interval '1 minute') < ${KEPT}
      returning app_id)
    delete from refused_request r using written w where r.app_id = w.app_id and r.id <= (
      select id from refused_request where app_id = ${appId} order by id desc offset ${KEPT - 1} limit 1)`.execute(db)
}

/** Records the first sign-in of an application; later calls change nothing. */
export async function writeFirstSignIn(db: Db, appId: string): Promise<void> {
  await sql`insert into first_sign_in (app_id) select id from app where id = ${appId} on conflict do nothing`.execute(db)
}

const NEW_APP_AGE = sql`interval '1 day'`
const CANDIDATES_MAX = 5

/**
 * The applications that a request with an unknown address may have come from: those of the protocol with an address on the same
 * host, or else new ones that have not had a sign-in yet.
 */
export async function likelySenders(db: Db, protocol: string, address: string): Promise<string[]> {
  const origin = URL.canParse(address) ? new URL(address).host : ''
  const { rows } = await sql<{ id: string; isSameHost: boolean }>`
    select a.id, exists (select 1 from unnest(a.redirect_uris) uri where substring(uri from '^[^:]+://([^/?#]*)') = ${origin}) as is_same_host
    from app a where a.protocol = ${protocol} and a.status = 1
      and (exists (select 1 from unnest(a.redirect_uris) uri where substring(uri from '^[^:]+://([^/?#]*)') = ${origin})
        or (a.create_time > now() - ${NEW_APP_AGE} and not exists (select 1 from first_sign_in f where f.app_id = a.id)
          and not exists (select 1 from app_visit v where v.app_id = a.id and v.fault = '')))
    order by is_same_host desc, a.id desc limit ${CANDIDATES_MAX}`.execute(db)
  const near = rows.filter(({ isSameHost }) => isSameHost)
  return (near.length > 0 ? near : rows).map(({ id }) => id)
}

/** The application of this client_id, even if disabled or of another protocol; else those registered with this address. */
export async function ownersOf(db: Db, { clientId, redirectUri }: { clientId: string; redirectUri: string }) {
  const { rows } = await sql<{ id: string; isIts: boolean; status: number }>`
    select id, client_id = ${clientId} as is_its, status from app
    where client_id = ${clientId} or (protocol = 'oauth2' and status = 1 and redirect_uris @> array[${redirectUri}]::text[])
    order by is_its desc limit ${CANDIDATES_MAX}`.execute(db)
  const own = rows.filter(({ isIts }) => isIts)
  return own.length > 0 ? own : rows
}
