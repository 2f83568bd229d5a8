import { webcrypto } from 'node:crypto'
import * as client from 'openid-client'
import type { JWK } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { makeMissingKeys, signingKeys } from '../oidc/keys/signing-key.sql.ts'

const forms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const
type Alg = keyof typeof forms
const algs = Object.keys(forms) as Alg[]

async function keyOf(jwk: JWK, alg: Alg): Promise<client.PrivateKey> {
  const key = await webcrypto.subtle.importKey('jwk', jwk as webcrypto.JsonWebKey, forms[alg], false, ['sign'])
  return { key: key as CryptoKey, kid: jwk.kid! }
}

/**
 * Client authentication by private_key_jwt, with the keys that sign Hufu's own tokens. The provider reads them at Hufu's jwks_uri,
 * so key rotation needs no change there.
 */
export async function byKey(kernel: Kernel): Promise<client.ClientAuth> {
  await makeMissingKeys(kernel)
  const keys = await signingKeys(kernel)
  const methods = new Map<Alg, client.ClientAuth>()
  for (const alg of algs)
    methods.set(
      alg,
      client.PrivateKeyJwt(
        await keyOf(
          keys.find(key => key.alg === alg)!,
          alg,
        ),
      ),
    )
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_signing_alg_values_supported ?? ['RS256']
    return methods.get(algs.find(alg => taken.includes(alg)) ?? 'RS256')!(server, ...rest)
  }
}
