import { errors, type Client, type Configuration } from 'oidc-provider'
import { extraMetadataOf } from '../claims.ts'

type Assert = NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']>

/** Under FAPI 2.0 a client assertion must name only this issuer as audience and must not use RS256 (5.3.2.1 and 5.4.1). */
export const assertClientAssertion: Assert = async (ctx, claims, header, client: Client) => {
  if (!extraMetadataOf(client).isFapi) return
  if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth('audience (aud) must equal the issuer identifier url')
  if (header.alg === 'RS256') throw new errors.InvalidClientAuth('alg must be ES256, PS256 or EdDSA')
}

const FAPI_REQUIRED_CLAIMS = ['exp', 'aud', 'nbf']
const CIBA_REQUIRED_CLAIMS = ['exp', 'iat', 'nbf', 'jti']
const LIFE_SECONDS = 3600

type AssertRequest = NonNullable<NonNullable<NonNullable<Configuration['features']>['requestObjects']>['assertJwtClaimsAndHeader']>

/**
 * Checks the claims and the algorithm of a request object (FAPI 2.0 Message Signing, 5.3.1; CIBA Core, 7.1.1). The library checks
 * its signature, issuer and audience.
 */
export const assertRequestObject: AssertRequest = async (ctx, claims, header, client: Client) => {
  const { isFapi } = extraMetadataOf(client)
  const required = [
    ...(isFapi ? FAPI_REQUIRED_CLAIMS : []),
    ...(ctx.oidc.route === 'backchannel_authentication' ? CIBA_REQUIRED_CLAIMS : []),
  ]
  const missing = required.find(name => claims[name] === undefined)
  if (missing !== undefined) throw new errors.InvalidRequestObject(`Request Object is missing the '${missing}' claim`)
  if (!isFapi) return
  const life = Number(claims.exp) - Number(claims.nbf)
  if (!(life > 0 && life <= LIFE_SECONDS)) throw new errors.InvalidRequestObject("Request Object 'exp' claim too far from 'nbf' claim")
  // `none` passes, because the library stores an unsigned pushed request as an unsigned object and checks it here again.
  if (/^(?:RS|HS)/.test(String(header.alg))) throw new errors.InvalidRequestObject('alg must be ES256, PS256 or EdDSA')
}
