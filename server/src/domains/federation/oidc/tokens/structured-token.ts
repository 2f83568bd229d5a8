import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { JWK, Provider } from 'oidc-provider'

const opened = new WeakMap<Provider, ReturnType<typeof createLocalJWKSet>>()
export const isStructured = (token: string): boolean => token.split('.').length === 3

/** Stores JWT access tokens like opaque ones, so that they can be introspected and exchanged, and end with their grant. */
export function keepStructuredTokens(provider: Provider, keys: readonly JWK[]): void {
  const publicKeys = keys.map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => key)
  opened.set(provider, createLocalJWKSet({ keys: publicKeys } as JSONWebKeySet))
  const token = provider.AccessToken.prototype as unknown as Valued
  const { getValueAndPayload } = token
  token.getValueAndPayload = async function (this: Valued) {
    if (this.format !== 'jwt') return getValueAndPayload.call(this)
    this.format = 'opaque'
    const { payload } = await getValueAndPayload.call(this)
    this.format = 'jwt'
    const { value } = await getValueAndPayload.call(this)
    return { value, payload: { ...payload, jti: this.jti } }
  }
}

interface Valued {
  jti: string
  format: string
  getValueAndPayload: (this: Valued) => Promise<{ value: string; payload?: Record<string, unknown> }>
}

/** The id of a token in the store: the token itself, or the `jti` of a JWT; '' if Hufu did not sign the JWT. */
export async function tokenIdOf(provider: Provider, token: string): Promise<string> {
  const keys = opened.get(provider)
  if (!isStructured(token) || !keys) return token
  try {
    const { payload, protectedHeader } = await compactVerify(token, keys)
    const { jti } = JSON.parse(new TextDecoder().decode(payload)) as { jti?: unknown }
    return protectedHeader.typ === 'at+jwt' && typeof jti === 'string' ? jti : ''
  } catch {
    return ''
  }
}
