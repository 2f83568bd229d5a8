import { sql } from 'kysely'
import type { SamlProposalWhy } from '@hufu/contract/federation/saml'
import type { Db } from '../../../../platform/database/db.ts'
import type { Peer } from './metadata-in.ts'
import type { Source } from './metadata-source.ts'

const HOUR = 3600
const CACHE = { least: HOUR, usual: 6 * HOUR, most: 7 * 24 * HOUR }
const RETRY_SECONDS = 600
const LEASE_SECONDS = 120
const AT_ONCE = 5

export interface Life {
  validUntil: Date | null
  cacheSeconds: number | null
  etag: string | null
}

/** The next fetch is due after the cache duration, at the latest after half of the remaining validity, but not within the hour. */
const nextTime = ({ validUntil, cacheSeconds }: Omit<Life, 'etag'>) => {
  const seconds = Math.min(Math.max(cacheSeconds ?? CACHE.usual, CACHE.least), CACHE.most)
  const usual = sql<string>`now() + make_interval(secs => ${seconds})`
  if (validUntil === null) return usual
  return sql<string>`least(${usual}, greatest(now() + make_interval(secs => ${CACHE.least}), now() + (${validUntil.toISOString()}::timestamptz - now()) / 2))`
}

/** Stores the life of metadata that take effect, and clears error and proposal. */
export async function storeValidity(db: Db, appId: string, source: Source | null, life: Life): Promise<void> {
  const fetched = source
    ? { etag: life.etag, fetchTime: sql<string>`now()`, dueTime: nextTime(life) }
    : { etag: null, fetchTime: null, dueTime: null }
  const columnValues = {
    ...fetched,
    validUntil: life.validUntil?.toISOString() ?? null,
    tries: 0,
    fault: null,
    faultTime: null,
    proposalId: null,
    proposal: null,
    proposalWhy: null,
    proposalTime: null,
  }
  await db
    .insertInto('samlMetadata')
    .values({ appId, ...columnValues })
    .onConflict(conflict => conflict.column('appId').doUpdateSet(columnValues))
    .execute()
}

/** Records that the metadata were not modified, and clears error and proposal. */
export const recordNotModified = (db: Db, appId: string) =>
  sql`update saml_metadata set fetch_time = now(), tries = 0, fault = null, fault_time = null, proposal_id = null, proposal = null,
      proposal_why = null, proposal_time = null, due_time = ${nextTime({ validUntil: null, cacheSeconds: null })}
    where app_id = ${appId} and due_time is not null`.execute(db)

/** Keeps the former metadata; the next attempt is delayed longer each time. */
export const recordFetchError = (db: Db, appId: string, error: string) =>
  sql`update saml_metadata set tries = least(tries + 1, 6), fault = ${error}, fault_time = case when fault is null then now() else fault_time end,
      due_time = now() + least(make_interval(secs => ${RETRY_SECONDS} * power(2, tries)), make_interval(secs => ${CACHE.usual}))
    where app_id = ${appId} and due_time is not null`.execute(db)

export interface Proposal {
  id: string
  why: SamlProposalWhy
  peer: Peer
  life: Life
}

/** Returns whether the proposal is new. */
export async function keepProposal(db: Db, appId: string, { id, why, peer, life }: Proposal): Promise<boolean> {
  const { rows } = await sql`with former as (select proposal_id from saml_metadata where app_id = ${appId})
    update saml_metadata m set proposal_id = ${id}, proposal = ${JSON.stringify(peer)}, proposal_why = ${why},
      proposal_time = case when m.proposal_id = ${id} then m.proposal_time else now() end,
      fetch_time = now(), tries = 0, fault = null, fault_time = null, due_time = ${nextTime(life)}
    from former where m.app_id = ${appId} returning former.proposal_id is distinct from ${id} as is_new`.execute(db)
  return (rows[0] as { isNew: boolean } | undefined)?.isNew ?? false
}

export interface MetadataSource {
  appId: string
  etag: string | null
  url: string
  pin: string | null
}
const columns = sql`s.app_id, s.metadata_url as url, s.metadata_pin as pin, m.etag`

/** Claims the sources that are due; no other node fetches them until the lease ends. */
export async function claimSources(db: Db): Promise<MetadataSource[]> {
  const { rows } = await sql<MetadataSource>`update saml_metadata m set due_time = now() + make_interval(secs => ${LEASE_SECONDS})
    from saml_sp s where s.app_id = m.app_id and s.metadata_url is not null and m.app_id in (
      select app_id from saml_metadata where due_time <= now() order by due_time limit ${AT_ONCE} for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** The source to fetch now, whether it is due or not. */
export async function findSource(db: Db, appId: string): Promise<MetadataSource | undefined> {
  const { rows } = await sql<MetadataSource>`select ${columns} from saml_sp s join saml_metadata m on m.app_id = s.app_id
    where s.app_id = ${appId} and s.metadata_url is not null`.execute(db)
  return rows[0]
}

export interface Kept {
  validUntil: string | null
  fetchTime: string | null
  dueTime: string | null
  fault: string | null
  faultTime: string | null
  proposalId: string | null
  proposal: Peer | null
  proposalWhy: SamlProposalWhy | null
  proposalTime: string | null
}
export async function findMetadata(db: Db, appId: string): Promise<Kept | undefined> {
  const { rows } =
    await sql<Kept>`select valid_until, fetch_time, due_time, fault, fault_time, proposal_id, proposal, proposal_why, proposal_time
    from saml_metadata where app_id = ${appId}`.execute(db)
  return rows[0]
}
