import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { saml, type SamlProposalWhy } from '@hufu/contract/federation/saml'
import { text as commonText } from '@hufu/contract/text'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction, type Actor, type Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refusedFrom } from '../../../../platform/http/errors.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { fromWire } from '../../../../platform/clock.ts'
import type { QueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { fingerprintOf } from '../xml/certificate.ts'
import type { Peer } from './metadata-in.ts'
import { type Fetched, fetchMetadata, SourceProblem, wordsOf } from './metadata-source.ts'
import {
  claimSources,
  findMetadata,
  findSource,
  recordFetchError,
  storeValidity,
  keepProposal,
  recordNotModified,
  type MetadataSource,
} from './metadata.sql.ts'
import { applyPeer, findSp, lockApp, type ServiceProvider } from '../sp.sql.ts'
import { text } from '../text.ts'

/** Fetches metadata that have an address again when they are due, each by one node. */
export const refreshSamlMetadata = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: 'refresh-saml-metadata',
  run: async () => {
    const sources = await claimSources(kernel.db)
    await Promise.all(sources.map(one => refresh(kernel, log, one)))
    return sources.length > 0
  },
})

/** Fetches at once for an administrator; returns false if the metadata have no address. */
export async function refreshNow(kernel: Kernel, log: FastifyBaseLogger, appId: string): Promise<boolean> {
  const found = await findSource(kernel.db, appId)
  if (found) await refresh(kernel, log, { ...found, etag: null })
  return found !== undefined
}

async function refresh(kernel: Kernel, log: FastifyBaseLogger, source: MetadataSource): Promise<void> {
  const { appId, etag } = source
  try {
    const fetched = await fetchMetadata(kernel, source, etag)
    if (fetched) await take(kernel, source, fetched)
    else await recordNotModified(kernel.db, appId)
  } catch (error) {
    const refused = refusedFrom(error)
    log.warn({ err: error, appId }, 'SAML metadata were not refreshed')
    await recordFetchError(kernel.db, appId, wordsOf(error) ?? (refused ? text.source.taken : text.source.unreachable))
  }
}

/** Applies the fetched metadata, or stores them as a proposal for an administrator if `brakeOf` says so. */
async function take(kernel: Kernel, { appId, url, pin }: MetadataSource, fetched: Fetched): Promise<void> {
  const actor: Actor = { userId: '', sessionId: '', traceId: newId(), call: 'saml.refresh' }
  await inTransaction(kernel.db, actor, async db => {
    await lockApp(db, appId)
    const sp = await findSp(db, appId)
    // An administrator has changed the source meanwhile.
    if (!sp || sp.metadataUrl !== url || sp.metadataPin !== pin) return
    const { peer } = fetched
    if (peer.entityId !== sp.entityId) throw new SourceProblem(text.source.entityMoved(peer.entityId))
    const changes = changesOf(sp, peer)
    const why = changes.length === 0 ? undefined : brakeOf(sp, peer)
    if (why) {
      const isNew = await keepProposal(db, appId, { id: digestOf(peer), why, peer, life: fetched })
      if (isNew) await auditRefresh(db, actor, sp, { changes, waits: why })
      return
    }
    if (changes.length === 0) return storeValidity(db, appId, fetched.source, fetched)
    await applyPeer(db, appId, fetched, sp.version)
    await auditRefresh(db, actor, sp, { changes })
  })
}

const digestOf = (peer: Peer) => createHash('sha256').update(JSON.stringify(peer)).digest('hex')
const hostsOf = ({ acs }: Pick<Peer, 'acs'>) => new Set(acs.map(({ url }) => new URL(url).host))

/**
 * Why an administrator must confirm the change: someone who can change the file at the address must not redirect responses
 * unnoticed.
 */
function brakeOf(sp: ServiceProvider, peer: Peer): SamlProposalWhy | undefined {
  if (!hostsOf(peer).isSubsetOf(hostsOf(sp))) return 'hosts'
  const isEveryKeyNew = sp.signingCerts.length > 0 && !sp.signingCerts.some(each => peer.signingCerts.includes(each))
  return isEveryKeyNew ? 'keys' : undefined
}

interface Change {
  field: string
  before: unknown
  after: unknown
}
const auditFields = ({
  acs,
  slo,
  signingCerts,
  encryptionCert,
  algorithms,
  ignored,
}: Omit<Peer, 'name' | 'entityId' | 'nameId' | 'wantsSignedRequest' | 'signWhat'>) => ({
  acs,
  slo,
  signing: signingCerts.map(fingerprintOf),
  encryption: encryptionCert === null ? null : fingerprintOf(encryptionCert),
  algorithms,
  ignored,
})

/** The changed fields, in the form the audit records. */
function changesOf(sp: ServiceProvider, peer: Peer): Change[] {
  const [before, after] = [
    { name: sp.peerName, ...auditFields(sp) },
    { name: peer.name, ...auditFields(peer) },
  ]
  const fields = Object.keys(before) as (keyof typeof before)[]
  return fields
    .map(field => ({ field, before: before[field], after: after[field] }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A job has no caller, so the record names none. */
const auditRefresh = (db: Db, { traceId }: Actor, { appId, appName }: ServiceProvider, what: object) =>
  writeAudit(db, {
    who: undefined,
    ip: '',
    traceId,
    module: 'saml',
    operateType: 'refresh',
    method: saml.refresh.method,
    path: saml.refresh.path,
    params: { appId, appName, ...what },
    code: 'success',
    message: commonText.done,
    cost: 0,
    target: appId,
    targets: [{ type: 'app', id: appId }],
  })

/** Applies the proposal, if it is still the one that was shown. */
export async function acceptProposal(db: Db, { appId, proposalId, version }: { appId: string; proposalId: string; version: number }) {
  await lockApp(db, appId)
  const [sp, metadata] = [await findSp(db, appId), await findMetadata(db, appId)]
  if (!sp?.metadataUrl || !metadata?.proposal || metadata.proposalId !== proposalId) return refuse('stale')
  const life = { validUntil: metadata.validUntil === null ? null : fromWire(metadata.validUntil), cacheSeconds: null, etag: null }
  const source = { url: sp.metadataUrl, pin: sp.metadataPin }
  return applyPeer(db, appId, { peer: metadata.proposal, source, ...life }, version)
}
