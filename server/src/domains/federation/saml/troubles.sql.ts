import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { wireTime } from '../../../platform/clock.ts'
import { certificateOf } from './xml/certificate.ts'

const SOON_MS = 30 * 86_400_000

interface ProviderRow {
  id: string
  name: string
  signingCerts: string[]
  encryptionCert: string | null
  endsSoon: boolean
  hasError: boolean
  hasProposal: boolean
}
export interface Named {
  id: string
  name: string
}
export interface SamlTroubles {
  /** Newer metadata wait for an administrator. */
  proposals: Named[]
  /** Metadata that end soon, have ended, or could not be fetched. */
  metadata: Named[]
  /** The last certificate for signing or for encryption ends soon, or has ended. */
  certificates: Named[]
}

const ends = new Map<string, number>()
const ENDS_MAX = 5000
/** The end of a certificate; cached, because parsing one costs a hundred times as much as a lookup. */
function endOf(base64: string): number {
  const end = ends.get(base64) ?? certificateOf(base64).validToDate.getTime()
  if (ends.size >= ENDS_MAX) ends.clear()
  ends.set(base64, end)
  return end
}

/** Only the certificate that ends last counts, because two overlap during a rollover. */
const endsBefore = (certificates: readonly string[], moment: number) =>
  certificates.length > 0 && Math.max(...certificates.map(endOf)) < moment

/** The enabled applications that need an administrator within 30 days. */
export async function samlTroubles(db: Db, now: Date): Promise<SamlTroubles> {
  const { rows } = await sql<ProviderRow>`select a.id, a.name, s.signing_certs, s.encryption_cert,
      coalesce(m.valid_until < now() + interval '30 days', false) as ends_soon, m.fault is not null as has_error,
      m.proposal_id is not null as has_proposal
    from saml_sp s join app a on a.id = s.app_id and a.status = 1 and a.protocol = 'saml' left join saml_metadata m on m.app_id = s.app_id
    order by a.name, a.id`.execute(db)
  const soon = now.getTime() + SOON_MS
  const named = (isOne: (row: ProviderRow) => boolean) => rows.filter(isOne).map(({ id, name }) => ({ id, name }))
  return {
    proposals: named(row => row.hasProposal),
    metadata: named(row => row.endsSoon || row.hasError),
    certificates: named(
      row => endsBefore(row.signingCerts, soon) || endsBefore(row.encryptionCert === null ? [] : [row.encryptionCert], soon),
    ),
  }
}

export interface EndingKey {
  time: string
  /** Whether its successor is published. */
  hasNext: boolean
  /** The number of applications that the old key still signs for. */
  waiting: number
}

/** Of Hufu's certificates that sign for applications, the first to end, if that is within 30 days. */
export async function endingSamlKey(db: Db, now: Date): Promise<EndingKey | undefined> {
  const { rows } = await sql<{ certificate: string; isCurrent: boolean; waiting: number }>`
    with published as (select kid, certificate, kid = min(kid) over () as is_current from saml_key where end_time is null)
    select certificate, is_current, (select count(*) from saml_sp s join app a on a.id = s.app_id and a.protocol = 'saml'
      where s.kid = k.kid or (k.is_current and s.kid is null))::int as waiting from published k`.execute(db)
  const used = rows.filter(({ isCurrent, waiting }) => isCurrent || waiting > 0)
  const first = used.toSorted((a, b) => endOf(a.certificate) - endOf(b.certificate))[0]
  if (!first || endOf(first.certificate) >= now.getTime() + SOON_MS) return undefined
  return { time: wireTime(new Date(endOf(first.certificate))), hasNext: rows.length > 1, waiting: first.waiting }
}
