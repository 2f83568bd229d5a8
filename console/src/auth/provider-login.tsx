import type { PublicConfig } from '@hufu/contract/operations/config'
import { useEffect } from 'react'
import { isSignInFrame } from '../platform/sign-in/sign-in-again.ts'
import './provider-login.css'
import { text } from './provider-text.ts'

/** An application that asks for a second factor asks the provider for one, too. */
const wanted = new URLSearchParams(location.search).get('wants') === 'factor' ? '?wants=factor' : ''
const startOf = (code: string) => `/protocols/upstream/${encodeURIComponent(code)}/start${wanted}`

/** External identity providers: the server redirects there, and back to this page with a code. */
export function ProviderLogin({ providers }: { providers: PublicConfig['identityProviders'] }) {
  useEffect(() => followHint(providers), [providers])
  return (
    <fieldset className="others providers">
      <legend>{text.legend}</legend>
      {providers.map(({ code, name }) => (
        <a key={code} href={startOf(code)} {...(isSignInFrame && { target: '_top' })}>
          {name}
        </a>
      ))}
    </fieldset>
  )
}

/** Follows ?provider=CODE of a link that knows its users' provider. */
function followHint(providers: PublicConfig['identityProviders']): void {
  const hint = new URLSearchParams(location.search).get('provider')
  if (hint === null || !providers.some(({ code }) => code === hint)) return
  history.replaceState(null, '', location.pathname)
  location.assign(startOf(hint))
}
