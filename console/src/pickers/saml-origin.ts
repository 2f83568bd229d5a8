import type { saml } from '@hufu/contract/federation/saml'
import type { BodyOf } from '@hufu/contract/call'

/** The source of metadata in the form. */
export interface TypedOrigin {
  from?: 'text' | 'address'
  metadata?: string
  source?: { url?: string; pin?: string }
}

export const originOf = ({ from, metadata = '', source }: TypedOrigin): BodyOf<typeof saml.preview> =>
  from === 'address' ? { source: { url: source?.url ?? '', pin: source?.pin?.trim() || null } } : { metadata }
