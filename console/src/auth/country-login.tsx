import { useEffect, useState } from 'react'
import type { CountryLogin as Mode } from '../platform/sign-in/country-login.ts'
import { text } from './text.ts'

// It signs in with scripts and forms of its own origin; only a click may take it to the whole window.
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation'

/** The national login in its frame. It comes back with ?ticket or ?code. */
export function CountryFrame({ url }: { url: string }) {
  return (
    <div className="country">
      <iframe src={url} title={text.countryFrame} sandbox={SANDBOX} />
      <a href={url} target="_blank" rel="noreferrer">
        {text.countrySlow}
      </a>
    </div>
  )
}

/** '' for addresses a browser must not be sent to. */
export function countryAddress(url: string | undefined): string {
  return URL.canParse(url ?? '') && /^https?:$/.test(new URL(url!).protocol) ? url! : ''
}

/**
 * Whether the national login or Hufu's own is shown. Hufu's own can always be chosen (?local), and it is shown after a
 * failed ticket, so that the user is not sent back in a loop.
 */
export function useCountryLogin(mode: Mode, url: string, hasProblem: boolean) {
  const [isLocal, setLocal] = useState(() => new URLSearchParams(location.search).has('local'))
  const isOn = mode !== 'off' && url !== ''
  const goes = isOn && mode === 'location' && !isLocal && !hasProblem
  useEffect(() => {
    if (goes) location.assign(url)
  }, [goes, url])
  return {
    isOn,
    goes,
    isFrame: isOn && mode === 'iframe' && !isLocal,
    toggle: () => (mode === 'location' ? location.assign(url) : setLocal(!isLocal)),
  }
}
