import { errors, type Client, type Configuration } from 'oidc-provider'
import { extraMetadataOf } from './claims.ts'

type Assert = NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']>

/** FAPI 2.0, 5.3.2.1 and 5.4.1: for this issuer alone, and signed by nothing older. */
export const assertClientAssertion: Assert = async (ctx, claims, header, client: Client) => {
  if (!extraMetadataOf(client).isFapi) return
  if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth('audience (aud) must equal the issuer identifier url')
  if (header.alg === 'RS256') throw new errors.InvalidClientAuth('alg must be ES256, PS256 or EdDSA')
}

const OF_FAPI = ['exp', 'aud', 'nbf']
const OF_CIBA = ['exp', 'iat', 'nbf', 'jti']
const LIFE_SECONDS = 3600

type AssertRequest = NonNullable<NonNullable<NonNullable<Configuration['features']>['requestObjects']>['assertJwtClaimsAndHeader']>

/** What a signed request must say, and how it is signed (FAPI 2.0 Message Signing, 5.3.1; CIBA Core, 7.1.1). Signature, issuer and audience are the library's. */
export const assertRequestObject: AssertRequest = async (ctx, claims, header, client: Client) => {
  const { isFapi } = extraMetadataOf(client)
  const required = [...(isFapi ? OF_FAPI : []), ...(ctx.oidc.route === 'backchannel_authentication' ? OF_CIBA : [])]
  const missing = required.find(name => claims[name] === undefined)
  if (missing !== undefined) throw new errors.InvalidRequestObject(`Request Object is missing the '${missing}' claim`)
  if (!isFapi) return
  const life = Number(claims.exp) - Number(claims.nbf)
  if (!(life > 0 && life <= LIFE_SECONDS)) throw new errors.InvalidRequestObject("Request Object 'exp' claim too far from 'nbf' claim")
  // What was pushed unsigned comes by here once more, as the library keeps it.
  if (/^(?:RS|HS)/.test(String(header.alg))) throw new errors.InvalidRequestObject('alg must be ES256, PS256 or EdDSA')
}
