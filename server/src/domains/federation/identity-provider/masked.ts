import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import type { Identity } from './identity.ts'

const SHOWN = 60
const VALUE_MAX = 300
/** Claims of the protocol itself, which are of no use for mapping. */
const OWN = new Set(['acr', 'iss', 'aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash', 's_hash', 'azp', 'jti', 'sid', 'sub'])
const PHONE = /(?<!\w)(?:\+86)?1[3-9]\d{9}(?!\w)/g
const ID_CARD = /(?<!\w)\d{17}[\dXx](?!\w)/g

const masked = (value: unknown): string => {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const hidden = words.replaceAll(ID_CARD, found => maskIdCard(found)).replaceAll(PHONE, found => maskPhone(found.slice(-11)))
  return hidden.length > VALUE_MAX ? `${hidden.slice(0, VALUE_MAX)}…` : hidden
}

/** A provider's claims as an administrator may see them, with telephone and ID numbers masked. */
export const maskedClaims = (claims: Identity['claims']): [string, string][] =>
  Object.entries(claims)
    .filter(([name]) => !OWN.has(name))
    .slice(0, SHOWN)
    .map(([name, value]) => [name, masked(value)])
