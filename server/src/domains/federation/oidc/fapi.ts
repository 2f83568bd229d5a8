import { errors, type Client, type Configuration } from 'oidc-provider'
import { ownOf } from './claims.ts'

type Assert = NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']>

/** FAPI 2.0, 5.3.2.1 and 5.4.1: for this issuer alone, and signed by nothing older. */
export const assertClientAssertion: Assert = async (ctx, claims, header, client: Client) => {
  if (!ownOf(client).isFapi) return
  if (claims.aud !== ctx.oidc.issuer) throw new errors.InvalidClientAuth('audience (aud) must equal the issuer identifier url')
  if (header.alg === 'RS256') throw new errors.InvalidClientAuth('alg must be ES256, PS256 or EdDSA')
}
