import type { CertificateProof } from '@hufu/contract/credentials/certificate'
import { isProxy } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import {
  validateCertificate,
  namedHolder,
  proveHolder,
  type Holder,
  type Trust,
  type Verdict,
} from '../../../outside/certificate/certificate.ts'
import { fromHeader } from '../../../outside/certificate/pem.ts'
import type { ExternalIdentity } from '../scan/binding.sql.ts'
import { type Credential, findByBinding } from '../../sign-in/index.ts'
import { reasons } from './text.ts'

const NONCE = 'certificateNonce'
export const NONCE_SECONDS = 120
const BIND_KEY_SECONDS = 600

export const newNonce = ({ db }: Pick<Kernel, 'db'>): Promise<string> => issueOneTime(db, NONCE, { seconds: NONCE_SECONDS })

/** A certificate shown at sign-in, and how possession of its key is proven. */
export interface PresentedCertificate {
  cert: string
  validate: (kernel: Kernel, trust: Trust) => Promise<Verdict | { reason: 'nonceUnknown' }>
}

/** Proof by a signature over a nonce Hufu issued; the nonce is used up even if the signature is wrong. */
export const signed = (proof: CertificateProof): PresentedCertificate => ({
  cert: proof.cert,
  validate: async ({ db, now }, trust) =>
    (await redeemOneTime(db, NONCE, proof.nonce)) ? proveHolder(proof, trust, now()) : { reason: 'nonceUnknown' },
})

/**
 * Proof by a TLS handshake at a proxy. The header is trusted only from configured proxies, recognised by the connection's own
 * address, because anybody can send X-Forwarded-For; from elsewhere it is ignored.
 */
export function certificateFromProxy({ kernel, request }: Pick<Context, 'kernel' | 'request'>): PresentedCertificate {
  const { 'ca.proxyHeader': name, 'ca.proxyAddresses': proxies } = kernel.config.values
  const header = name === '' ? undefined : request.headers[name.toLowerCase()]
  const isBelieved = isProxy(proxies, request.socket.remoteAddress ?? '')
  if (!isBelieved || typeof header !== 'string' || header === '') return { cert: '', validate: async () => refuse('certificateAbsent') }
  const cert = fromHeader(header)
  return { cert, validate: async ({ now }, trust) => validateCertificate(cert, trust, now()) }
}

function trustOf({ config: { values } }: Kernel): Trust {
  if (values['ca.trustCerts'].trim() === '') refuse('caMissing')
  return {
    trustCerts: values['ca.trustCerts'],
    revocationLists: values['ca.revocationLists'],
    needRevocationList: values['ca.needRevocationList'],
  }
}

/** Returns the holder of a proven certificate. Callers get one sentence for all problems; the log names the reason. */
export async function holderOf(
  { kernel, log, traceId }: Pick<Context, 'kernel' | 'log' | 'traceId'>,
  { validate }: PresentedCertificate,
): Promise<Holder> {
  const verdict = await validate(kernel, trustOf(kernel))
  if ('holder' in verdict) return verdict.holder
  log.warn({ traceId, reason: verdict.reason }, 'certificate refused')
  return refuse('certificateWrong', { remark: reasons[verdict.reason] })
}

/** The identity under which a certificate is bound. */
export const externalIdentityOf = ({ digest, name }: Holder): ExternalIdentity => ({ kind: 'ca', subjectHash: digest, name })

/** A certificate cannot be guessed, so failures are not counted. */
export const certificateCredential = (ctx: Pick<Context, 'kernel' | 'log' | 'traceId'>, shown: PresentedCertificate): Credential => ({
  loginType: 'ca',
  isOpen: values => values.openCa,
  claim: async ({ db }) => {
    const named = namedHolder(shown.cert)
    if (!('holder' in named)) return { account: undefined, loginName: '' }
    return { account: await findByBinding(db, 'ca', named.holder.digest), loginName: named.holder.name }
  },
  gate: async (kernel, _caller, { account }) => {
    const detail = externalIdentityOf(await holderOf(ctx, shown))
    if (account) return
    refuse('certificateUnbound', { bindKey: await issueOneTime(kernel.db, 'bindKey', { seconds: BIND_KEY_SECONDS, detail }) })
  },
  prove: async () => true,
  wrong: 'certificateWrong',
})
