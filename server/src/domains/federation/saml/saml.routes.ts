import { saml, samlKey, type SamlApp } from '@hufu/contract/federation/saml'
import { feature, prepare, type Context } from '../../../platform/http/context.ts'
import { wireTime } from '../../../platform/clock.ts'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { insertApp } from '../../apps/index.ts'
import { certificateOf, fingerprintOf, pemOf } from './xml/certificate.ts'
import { dataAlgorithm } from './xml/encrypt.ts'
import { addKey, listAppsOf, listKeys, moveApp, signingPair, withdrawKey } from './keys/key.sql.ts'
import { findMetadata, type Kept } from './metadata/metadata.sql.ts'
import { shownPeer } from './metadata/metadata-in.ts'
import { acceptProposal, refreshNow } from './metadata/metadata-job.ts'
import { metadataFrom } from './metadata/metadata-source.ts'
import { ownEntityOf, SAML_PATH } from './own-entity.ts'
import { refuseSaml } from './refuse.ts'
import { countUnnotified } from './logout/login.sql.ts'
import { providerSignOutUrl } from '../identity-provider/sign-out.ts'
import { framesUrl } from '../oidc/logout/frontchannel.ts'
import { signOutUrl } from './logout/slo.ts'
import { applyPeer, findSamlApp, findSp, listRefusals, type ServiceProvider, updateSettings } from './sp.sql.ts'

const FETCHES_A_MINUTE = 30
const MINUTE = 60_000

/** Limits fetches of metadata, so that they cannot be used to scan a network. */
async function countFetch({ limits }: Context['kernel'], { userId }: Context['who'], { source }: { source?: object | undefined }) {
  if (source) await limits.count('samlMetadata', userId, FETCHES_A_MINUTE, MINUTE)
}

const settingsOf = (sp: ServiceProvider): SamlApp['settings'] => {
  const { nameId, wantsSignedRequest, signWhat, encrypt, allowCbc, allowUnsolicited, relayStateStart, skewSeconds } = sp
  return { nameId, wantsSignedRequest, signWhat, encrypt, allowCbc, allowUnsolicited, relayStateStart, skewSeconds } as SamlApp['settings']
}

function sourceOf({ metadataUrl, metadataPin }: ServiceProvider, metadata: Kept): SamlApp['source'] {
  if (metadataUrl === null) return null
  const { fetchTime, dueTime, fault, faultTime, proposal, proposalId, proposalWhy, proposalTime } = metadata
  const waiting = proposal && { id: proposalId!, why: proposalWhy!, time: proposalTime!, peer: shownPeer(proposal) }
  return { url: metadataUrl, pin: metadataPin, fetchTime, nextTime: dueTime, fault, faultTime, proposal: waiting }
}

async function shownApp({ kernel, db, query }: Pick<Context<{ appId: string }>, 'kernel' | 'db' | 'query'>): Promise<SamlApp> {
  const { appId } = query
  const { code, version } = await findSamlApp(db, appId)
  const sp = await findSp(db, appId)
  const metadata = await findMetadata(db, appId)
  const { certificate } = await signingPair(kernel, sp?.kid ?? null)
  const { entityId, sso, slo } = ownEntityOf(kernel)
  return {
    appId,
    version,
    kid: sp?.kid ?? null,
    peer: sp ? shownPeer({ ...sp, name: sp.peerName, wantsSignedRequest: sp.wantsSignedRequest === 1 }) : null,
    source: sp && metadata ? sourceOf(sp, metadata) : null,
    validUntil: metadata?.validUntil ?? null,
    settings: sp ? settingsOf(sp) : null,
    untoldLogouts: await countUnnotified(db, appId),
    dataAlgorithm: sp?.encryptionCert ? (dataAlgorithm(sp.algorithms, sp.allowCbc === 1) ?? null) : null,
    own: {
      entityId,
      ssoUrl: sso,
      sloUrl: slo,
      startUrl: `${new URL(entityId).origin}${SAML_PATH}/start/${code}`,
      certificate: pemOf(certificate),
      fingerprint: fingerprintOf(certificate),
      certificateEnd: wireTime(certificateOf(certificate).validToDate),
    },
  }
}

/** Refuses settings that need a certificate the metadata do not have. */
function refuseWithoutCertificate(
  sp: ServiceProvider | undefined,
  { encrypt, wantsSignedRequest }: { encrypt: string; wantsSignedRequest: number },
): void {
  if (!sp) return refuseSaml('noPeer')
  if (encrypt === 'always' && sp.encryptionCert === null) refuseSaml('noEncryption')
  if (wantsSignedRequest === 1 && sp.signingCerts.length === 0) refuseSaml('noSigning')
}

export const samlFeature = feature('saml', saml, {
  get: shownApp,
  preview: async ({ kernel, who, body }) => {
    await countFetch(kernel, who, body)
    const { peer, signer, validUntil } = await metadataFrom(kernel, body)
    return { ...shownPeer(peer), signer, validUntil: validUntil && wireTime(validUntil) }
  },
  save: prepare(async ({ kernel, who, body: { app, ...origin } }) => {
    await countFetch(kernel, who, origin)
    const read = await metadataFrom(kernel, origin)
    return async ({ db, who: saver, auditTarget }) => {
      await refuseForeignFile({ db, who: saver }, app.logo?.trim(), 'picture')
      const { id } = await insertApp(db, { ...app, protocol: 'saml' })
      await applyPeer(db, id, read, 0)
      auditTarget(id, 'app')
      return { id }
    }
  }),
  applyMetadata: prepare(async ({ kernel, who, body: { appId, version, ...origin } }) => {
    await countFetch(kernel, who, origin)
    const read = await metadataFrom(kernel, origin)
    return async ({ db, auditTarget }) => {
      auditTarget(appId, 'app')
      await applyPeer(db, appId, read, version)
    }
  }),
  refresh: prepare(async ({ kernel, who, log, body: { appId } }) => {
    await countFetch(kernel, who, { source: {} })
    if (!(await refreshNow(kernel, log, appId))) refuseSaml('noSource')
    return async ({ auditTarget }) => auditTarget(appId, 'app')
  }),
  acceptProposal: async ({ db, body: { appId, proposalId, version }, auditTarget }) => {
    auditTarget(appId, 'app')
    await acceptProposal(db, { appId, proposalId, version })
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.appId, 'app')
    refuseWithoutCertificate(await findSp(db, body.appId), body)
    await updateSettings(db, { ...body, relayStateStart: body.relayStateStart?.trim() || null })
  },
  leaving: async ({ kernel, request, who: { sessionId } }) => {
    const providerUrl = await providerSignOutUrl(kernel, request, sessionId)
    return { url: await framesUrl(kernel, sessionId, (await signOutUrl(kernel, sessionId, providerUrl)) ?? providerUrl) }
  },
  refusals: ({ db, query }) => listRefusals(db, query.appId),
})

export const samlKeyFeature = feature('samlKey', samlKey, {
  list: ({ kernel }) => listKeys(kernel),
  add: ({ kernel, db }) => addKey(kernel, db),
  apps: ({ db, query }) => listAppsOf(db, query.kid),
  moveApp: async ({ db, body: { appId, kid }, auditTarget }) => {
    auditTarget(appId, 'app')
    await moveApp(db, appId, kid)
  },
  withdraw: async ({ db, query, auditTarget }) => {
    auditTarget(query.id)
    await withdrawKey(db, query.id)
  },
})
