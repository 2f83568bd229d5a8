import type { PublicConfig } from '@hufu/contract/config'
import { addressOf } from '../kernel/client.ts'
import { countryLoginMode } from '../kernel/country-login.ts'
import { useSystem } from '../kernel/session.ts'
import { calls } from './calls.ts'
import { countryAddress, CountryFrame, useCountryLogin } from './country-login.tsx'
import { useNotices } from './notices.ts'
import { PasswordLogin } from './password-login.tsx'
import { text } from './text.ts'

/** The ways in that are built; the server decides which are open. Others join this list with their own issue. */
const methods = [
  { name: 'password', label: text.methods.password, isOpen: (config: PublicConfig) => config.openPassword, Form: PasswordLogin },
]

export function LoginPage() {
  const config = useSystem(value => value.publicConfig)
  const { fault } = useNotices()
  const country = useCountryLogin(countryLoginMode(config?.countryLogin), countryAddress(config?.countryLoginUrl), fault !== '')
  if (country.goes) return <p className="quiet">{text.toCountry}</p>
  return (
    <>
      <Heading />
      {country.isFrame ? <CountryFrame url={countryAddress(config?.countryLoginUrl)} /> : <Methods config={config} />}
      {country.isOn && (
        <button type="button" className="link" onClick={country.toggle}>
          {country.isFrame ? text.toLocal : text.toCountry}
        </button>
      )}
      {config && <Drivers config={config} />}
    </>
  )
}

/** The title of config.json (ENT-20), where it says more than the name beside it does. */
function Heading() {
  const title = useSystem(value => value.clientConfig?.title)
  const systemName = useSystem(value => value.publicConfig?.systemName)
  return <h1>{title && title !== systemName ? title : text.welcome}</h1>
}

function Methods({ config }: { config: PublicConfig | undefined }) {
  // Where the config did not come the password still works (console.md 6.1).
  const chosen = methods.find(({ isOpen }) => !config || isOpen(config))
  if (!chosen) return <p className="quiet">{text.noMethod}</p>
  return (
    <section aria-label={chosen.label}>
      <p className="method">{chosen.label}</p>
      <chosen.Form captchaMode={config?.captchaMode} />
    </section>
  )
}

function Drivers({ config: { caDownload, faceDownload } }: { config: PublicConfig }) {
  if (!caDownload && !faceDownload) return null
  return (
    <p className="drivers">
      {caDownload && <a href={addressOf(calls.downloadCa)}>{text.downloadCa}</a>}
      {faceDownload && <a href={addressOf(calls.downloadFace)}>{text.downloadFace}</a>}
    </p>
  )
}
