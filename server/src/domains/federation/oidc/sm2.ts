import type { Client, JWK, Provider } from 'oidc-provider'
import { sm2 } from 'sm-crypto-v2'
import { signSm2, verifySm2Pair } from '../../../outside/certificate/sm2.ts'
import { extraMetadataOf } from './claims.ts'

/** As Chinese products write it into `alg` and `crv`; nobody has registered either (docs/decisions/0033). */
export const SM2 = 'SM2'

const pointOf = ({ x = '', y = '' }: JWK): Buffer => Buffer.concat([Buffer.of(4), ...[x, y].map(part => Buffer.from(part, 'base64url'))])

export function newSm2Key(): JWK {
  const { privateKey, publicKey } = sm2.generateKeyPairHex()
  const part = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  return { kty: 'EC', crv: SM2, x: part(publicKey.slice(2, 66)), y: part(publicKey.slice(66)), d: part(privateKey) }
}

/** What this client's ID tokens are signed with; without keys for SM2 it is the library's. */
export const algOf = (client: Client, keys: readonly JWK[]): string =>
  extraMetadataOf(client).tokenAlg === SM2 && keys.some(({ alg }) => alg === SM2) ? SM2 : (client.idTokenSignedResponseAlg ?? '')

const textOf = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const partOf = (text: string | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Record<string, unknown>

/** The pair r, s as 64 bytes, as JWS has it of every other curve (RFC 7518, 3.4). */
function signed(token: string, key: JWK): string {
  const [header, payload] = token.split('.')
  const body = `${textOf({ ...partOf(header), alg: SM2, kid: key.kid })}.${payload}`
  const signature = signSm2(Buffer.from(key.d ?? '', 'base64url'), pointOf(key), Buffer.from(body))
  return `${body}.${signature.toString('base64url')}`
}

function opened(token: string, keys: readonly JWK[]) {
  const [first = '', second = '', third = '', ...more] = token.split('.')
  const [header, payload] = [partOf(first), partOf(second)]
  const key = keys.find(({ kid }) => kid === header.kid)
  const isGood =
    key !== undefined &&
    header.alg === SM2 &&
    more.length === 0 &&
    verifySm2Pair(pointOf(key), Buffer.from(`${first}.${second}`), Buffer.from(third, 'base64url'))
  if (!isGood) throw new Error('signature verification failed')
  return { header, payload }
}

/**
 * The library signs with jose, which has no SM2 and takes none from outside. What it has made is therefore signed once more
 * at the one place where it signs, for those who ask for it; and believed again at the one place where it verifies.
 */
export function signWithSm2(provider: Provider, keys: readonly JWK[]): void {
  const [current] = keys
  if (!current) return
  const { IdToken } = provider
  const { issue } = IdToken.prototype
  const validate = IdToken.validate.bind(IdToken)
  IdToken.prototype.issue = async function (context) {
    const token = await issue.call(this, context)
    const isOurs = context.use === 'idtoken' || context.use === 'logout'
    return isOurs && extraMetadataOf(this.client).tokenAlg === SM2 ? signed(token, current) : token
  }
  // An ID token that comes back as a hint; that it has run out is no matter.
  IdToken.validate = async (token, client) => {
    if (extraMetadataOf(client).tokenAlg !== SM2) return validate(token, client)
    const { header, payload } = opened(token, keys)
    const { iss, aud, sub } = payload
    if (iss !== provider.issuer || aud !== client.clientId || typeof sub !== 'string') throw new Error('not a token for this client')
    return { header, payload }
  }
  publish(provider, keys)
}

const publicPart = ({ kty, crv, x, y, kid, alg, use }: JWK) => ({ kty, crv, x, y, kid, alg, use })

/** Copies: what the library answers from is its own. */
function publish(provider: Provider, keys: readonly JWK[]): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc, body } = ctx as unknown as { oidc?: { route?: string }; body: Record<string, unknown> }
    const list = (name: string) => (Array.isArray(body[name]) ? (body[name] as unknown[]) : [])
    if (oidc?.route === 'jwks') ctx.body = { ...body, keys: [...list('keys'), ...keys.map(publicPart)] }
    const algs = 'id_token_signing_alg_values_supported'
    if (oidc?.route === 'discovery') ctx.body = { ...body, [algs]: [...list(algs), SM2] }
  })
}
