import type { PublicConfig } from '@hufu/contract/operations/config'
import { addressOf } from '../platform/client.ts'
import { countryLoginMode } from '../platform/sign-in/country-login.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { useSystem } from '../platform/session.ts'
import { siteName } from '../platform/site-name.ts'
import { text as platformText } from '../platform/text.ts'
import { calls } from './calls.ts'
import { countryAddress, CountryFrame, useCountryLogin } from './country-login.tsx'
import { Destination } from './destination.tsx'
import { Methods } from './methods.tsx'
import { useNotices } from './notices.tsx'
import { useSecondStep } from './second-step.ts'
import { text } from './text.ts'

const loading = () => <p className="quiet">{text.loading}</p>
const SecondStepForm = lazyComponent(
  async () => ({ default: (await import('./second-factor/second-step-form.tsx')).SecondStepForm }),
  loading,
)

const SecondFactorForm = lazyComponent(
  async () => ({ default: (await import('./second-factor/second-factor-form.tsx')).SecondFactorForm }),
  loading,
)
const ProviderLogin = lazyComponent(async () => ({ default: (await import('./provider-login.tsx')).ProviderLogin }))
const PasskeyLogin = lazyComponent(async () => ({ default: (await import('./passkey-login.tsx')).PasskeyLogin }))

export function LoginPage() {
  return (
    <>
      <Destination />
      <Step />
    </>
  )
}

function Step() {
  const config = useSystem(value => value.publicConfig)
  const { problem } = useNotices()
  const country = useCountryLogin(countryLoginMode(config?.countryLogin), countryAddress(config?.countryLoginUrl), problem !== '')
  const second = useSecondStep()
  if (second) return second.factors ? <SecondFactorForm step={{ ...second, factors: second.factors }} /> : <SecondStepForm step={second} />
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
      {!country.isFrame && config?.openPasskey && <PasskeyLogin />}
      {!country.isFrame && config?.identityProviders[0] && <ProviderLogin providers={config.identityProviders} />}
      {config && <Drivers config={config} />}
    </>
  )
}

/** A welcome, or the system name if it is the changed title of config.json (ENT-20). */
function Heading() {
  const name = useSystem(siteName)
  const title = useSystem(value => value.clientConfig?.title)
  return <h1>{name === title && name !== platformText.client.title ? name : text.welcome}</h1>
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
