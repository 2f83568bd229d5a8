import type { Client, JWK, Provider } from 'oidc-provider'
import { sm2 } from 'sm-crypto-v2'
import { signSm2, verifySm2Pair } from '../../../../outside/certificate/sm2.ts'
import { extraMetadataOf } from '../claims.ts'

/** The value of `alg` and `crv` in Chinese products; neither is registered (docs/decisions/openid-connect.md, 0033). */
export const SM2 = 'SM2'

const pointOf = ({ x = '', y = '' }: JWK): Buffer => Buffer.concat([Buffer.of(4), ...[x, y].map(part => Buffer.from(part, 'base64url'))])

export function newSm2Key(): JWK {
  const { privateKey, publicKey } = sm2.generateKeyPairHex()
  const part = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  return { kty: 'EC', crv: SM2, x: part(publicKey.slice(2, 66)), y: part(publicKey.slice(66)), d: part(privateKey) }
}

/** The algorithm of this client's ID tokens; without an SM2 key it is the one the library uses. */
export const algOf = (client: Client, keys: readonly JWK[]): string =>
  extraMetadataOf(client).tokenAlg === SM2 && keys.some(({ alg }) => alg === SM2) ? SM2 : (client.idTokenSignedResponseAlg ?? '')

const textOf = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const partOf = (text: string | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Record<string, unknown>

/** Signs a token again with SM2: r and s as 64 bytes, as in JWS for other curves (RFC 7518, 3.4). */
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
 * The library signs with jose, which has no SM2 and cannot be extended. For clients set to SM2 its tokens are therefore signed
 * again where the library issues them, and verified by Hufu where the library validates them.
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
  // Validates an id_token_hint, which may have expired.
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

/** Adds the SM2 keys and algorithm to copies of the responses, because the library owns the originals and reuses them. */
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
