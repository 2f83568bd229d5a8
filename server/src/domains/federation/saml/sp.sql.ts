import { sql } from 'kysely'
import type { SamlPeer, SamlProblemName, SamlRefusal, SamlSettings } from '@hufu/contract/federation/saml'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { setRedirectUris } from '../../apps/index.ts'
import type { Peer } from './metadata/metadata-in.ts'
import type { Fetched } from './metadata/metadata-source.ts'
import { storeValidity, type Life } from './metadata/metadata.sql.ts'

export interface ServiceProvider extends SamlSettings {
  appId: string
  appName: string
  appCode: string
  status: number
  singleLogout: number
  ipWhitelist: string[]
  claims: { claim: string; from: string }[]
  accountFrom: string
  asksJob: number
  entityId: string
  peerName: string
  acs: SamlPeer['acs']
  slo: SamlPeer['slo']
  signingCerts: string[]
  encryptionCert: string | null
  algorithms: string[]
  kid: string | null
  ignored: string[]
  metadataUrl: string | null
  metadataPin: string | null
  /** Whether its metadata have expired. */
  isOver: boolean
  version: number
}

const columns = sql`a.id as app_id, a.name as app_name, a.code as app_code, a.status, a.single_logout, a.ip_whitelist, a.claims, a.account_from,
  a.asks_job, s.entity_id, s.name as peer_name, s.acs, s.slo, s.signing_certs, s.encryption_cert, s.algorithms, s.name_id,
  s.wants_signed_request, s.sign_what, s.encrypt, s.allow_cbc, s.allow_unsolicited, s.relay_state_start, s.skew_seconds, s.kid, s.ignored,
  s.metadata_url, s.metadata_pin, coalesce(m.valid_until <= now(), false) as is_over, s.version`
const from = sql`from saml_sp s join app a on a.id = s.app_id and a.protocol = 'saml' left join saml_metadata m on m.app_id = s.app_id`

/** The enabled application with this entity ID. */
export async function spOfEntity(db: Db, entityId: string): Promise<ServiceProvider | undefined> {
  const { rows } = await sql<ServiceProvider>`select ${columns} ${from} where s.entity_id = ${entityId} and a.status = 1`.execute(db)
  return rows[0]
}
export async function spOfCode(db: Db, code: string): Promise<ServiceProvider | undefined> {
  const { rows } = await sql<ServiceProvider>`select ${columns} ${from} where a.code = ${code} and a.status = 1`.execute(db)
  return rows[0]
}
/** Finds the application whether it is enabled or not. */
export async function findSp(db: Db, appId: string): Promise<ServiceProvider | undefined> {
  const { rows } = await sql<ServiceProvider>`select ${columns} ${from} where s.app_id = ${appId}`.execute(db)
  return rows[0]
}

/** Code and version of a SAML application; the version is 0 while it has no metadata. */
export async function findSamlApp(db: Db, appId: string): Promise<{ code: string; version: number }> {
  const { rows } = await sql<{ code: string; version: number }>`select a.code, coalesce(s.version, 0) as version
    from app a left join saml_sp s on s.app_id = a.id where a.id = ${appId} and a.protocol = 'saml'`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

const columnsOf = ({ acs, slo, signWhat: _sign, nameId: _name, wantsSignedRequest: _wants, ...peer }: Peer) => ({
  ...peer,
  acs: JSON.stringify(acs),
  slo: JSON.stringify(slo),
})

export const lockApp = (db: Db, appId: string) => sql`select 1 from app where id = ${appId} for update`.execute(db)

type Read = Pick<Fetched, 'peer' | 'source'> & Life

/**
 * Stores metadata; their preferences for signing and NameID are taken only the first time. The addresses are also stored as
 * redirect URIs of the application, where they are shown and searched.
 */
export async function applyPeer(db: Db, appId: string, { peer, source, ...life }: Read, version: number): Promise<void> {
  await lockApp(db, appId)
  if ((await findSamlApp(db, appId)).version !== version) refuse('stale')
  const place = { metadataUrl: source?.url ?? null, metadataPin: source?.pin ?? null }
  if (version === 0) {
    const { signWhat, nameId, wantsSignedRequest } = peer
    const wishes = { signWhat, nameId, wantsSignedRequest: wantsSignedRequest ? (1 as const) : (0 as const) }
    await db
      .insertInto('samlSp')
      .values({ appId, ...columnsOf(peer), ...wishes, ...place })
      .execute()
  } else
    await db
      .updateTable('samlSp')
      .set({ ...columnsOf(peer), ...place, version: version + 1, updateTime: sql<string>`now()` })
      .where('appId', '=', appId)
      .execute()
  await setRedirectUris(db, appId, peer.acs.map(({ url }) => url)) // prettier-ignore
  await storeValidity(db, appId, source, life)
}

export async function updateSettings(
  db: Db,
  { appId, version, ...settings }: SamlSettings & { appId: string; version: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('samlSp')
    .set({ ...settings, version: version + 1, updateTime: sql<string>`now()` })
    .where('appId', '=', appId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

const KEPT = 50

/** Records a refused message for administrators; the newest `KEPT` of each application remain. */
export async function writeRefusal(
  db: Db,
  refusal: { appId: string; problem: SamlProblemName; detail: string; ip: string },
): Promise<void> {
  await db
    .insertInto('samlRefusal')
    .values({ ...refusal, id: newId() })
    .execute()
  await sql`delete from saml_refusal where app_id = ${refusal.appId} and id < (
    select id from saml_refusal where app_id = ${refusal.appId} order by id desc offset ${KEPT - 1} limit 1)`.execute(db)
}

export async function listRefusals(db: Db, appId: string): Promise<SamlRefusal[]> {
  const { rows } = await sql<SamlRefusal>`select id, create_time, problem, detail, ip from saml_refusal where app_id = ${appId}
    order by id desc limit ${KEPT}`.execute(db)
  return rows
}
