import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { setRedirectUris } from '../../apps/index.ts'
import { findSp, lockApp } from './sp.sql.ts'

/** Restores former metadata from the history; they were checked when they were first stored. */
export async function restorePeer(db: Db, appId: string, before: Readonly<Record<string, unknown>>): Promise<void> {
  await lockApp(db, appId)
  const { numAffectedRows } = await sql`update saml_sp s set version = version + 1, update_time = now(),
      (entity_id, name, acs, slo, signing_certs, encryption_cert, algorithms, ignored, metadata_url, metadata_pin) =
        (select r.entity_id, r.name, r.acs, r.slo, r.signing_certs, r.encryption_cert, r.algorithms, r.ignored, r.metadata_url, r.metadata_pin
          from jsonb_populate_record(s, ${JSON.stringify(before)}::jsonb) r)
    where app_id = ${appId}`.execute(db)
  if (numAffectedRows === 0n) refuse('appMissing')
  // Metadata with an address are fetched again in an hour; without one, nothing is due.
  await sql`update saml_metadata m set due_time = case when s.metadata_url is not null then now() + interval '1 hour' end, etag = null,
      proposal_id = null, proposal = null, proposal_why = null, proposal_time = null
    from saml_sp s where s.app_id = m.app_id and m.app_id = ${appId}`.execute(db)
  const sp = (await findSp(db, appId))!
  await setRedirectUris(db, appId, sp.acs.map(({ url }) => url)) // prettier-ignore
}
