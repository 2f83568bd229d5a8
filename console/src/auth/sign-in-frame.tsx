import { useEffect, type ReactNode } from 'react'
import { showAddress, usePlace } from '../platform/address.ts'
import { addressOf, send, setNotifier } from '../platform/client.ts'
import { TOKEN_KEY } from '../platform/constants.ts'
import { otherLanguage } from '../platform/language.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { Logo } from '../platform/logo.tsx'
import { calls as kernelCalls } from '../platform/transport/plain-calls.ts'
import { holdPublicConfig, restoreSession, useSystem } from '../platform/session.ts'
import { siteName, tabName } from '../platform/site-name.ts'
import { switchLanguage } from '../platform/switch-language.ts'
import { text as platformText } from '../platform/text.ts'
import { chooseTheme, useTheme, type ThemeChoice } from '../platform/theme.ts'
import { ok } from '../platform/transport/wire.ts'
import { calls } from './calls.ts'
import { MoonIcon, SunIcon, SystemIcon } from './icons.tsx'
import { LoginPage } from './login-page.tsx'
import { signInNotifier, useNotices } from './notices.tsx'
import { Picture } from './picture.tsx'
import { text } from './text.ts'
import './picture.css'
import './sign-in-frame.css'
import './form.css'

const Warnings = lazyComponent(() => import('../platform/warnings.tsx'))
const RetrievePage = lazyComponent(
  async () => ({ default: (await import('./retrieve/retrieve-page.tsx')).RetrievePage }),
  () => <p className="quiet">{text.loading}</p>,
)

/** Sign-in and recovery. `onEngage`: called at the first use, to start loading the console. */
export function SignIn({ onEngage }: { onEngage: () => void }) {
  const { path } = usePlace()
  useEffect(() => setNotifier(signInNotifier), [])
  useEffect(() => void loadConfig(), [])
  useEffect(followOtherTab, [])
  const title = useSystem(tabName)
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return <Frame onEngage={onEngage}>{path === '/retrieve' ? <RetrievePage /> : <LoginPage />}</Frame>
}

async function loadConfig() {
  const answer = await send(kernelCalls.publicConfig).catch(() => undefined)
  if (answer && ok(answer)) holdPublicConfig(answer.data)
}

/** Another tab or the frame of the national login has signed in, so this tab does, too. */
function followOtherTab() {
  const follow = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY || !event.newValue) return
    restoreSession()
    history.replaceState(null, '', '/')
    showAddress()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

export function Frame({ children, onEngage }: { children: ReactNode; onEngage?: () => void }) {
  const { toast } = useNotices()
  const isWarned = useSystem(value => (value.publicConfig?.testSwitches.length ?? 0) > 0)
  return (
    <div className="sign-in-card" onInput={onEngage}>
      <aside>
        <Brand />
        <Picture />
      </aside>
      <div className="side">
        {isWarned && <Warnings />}
        <header>
          <LanguageButton />
          <ThemeButton />
        </header>
        <main>{children}</main>
        <Versions />
      </div>
      <div className="toasts" role="alert">
        {toast && <p>{toast}</p>}
      </div>
    </div>
  )
}

function Brand() {
  const config = useSystem(value => value.publicConfig)
  const name = useSystem(siteName)
  const logo = config?.systemLogo
  return (
    <p className="brand">
      {logo ? <img src={addressOf(calls.publicFile, { fileId: logo })} alt="" height="36" /> : <Logo size={36} />}
      <span>{name}</span>
    </p>
  )
}

const icons: Record<ThemeChoice, () => ReactNode> = { light: SunIcon, dark: MoonIcon, system: SystemIcon }
const next: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
function ThemeButton() {
  const { choice } = useTheme()
  const Icon = icons[choice]
  return (
    <button
      type="button"
      className="icon"
      aria-label={text.theme.label(text.theme[choice])}
      title={text.theme[choice]}
      onClick={() => chooseTheme(next[choice])}
    >
      <Icon />
    </button>
  )
}

function LanguageButton() {
  return (
    <button type="button" className="language" lang={otherLanguage.code} onClick={switchLanguage}>
      {otherLanguage.name}
    </button>
  )
}

/** SHELL-10 to SHELL-14, on the sign-in page too, for users who cannot get in. */
function Versions() {
  const config = useSystem(value => value.clientConfig)
  return (
    <footer>
      {config?.productVersion && <span>{`${platformText.client.productVersion} ${config.productVersion}`}</span>}
      {config?.projectVersion && <span>{`${config.projectVersion.label} ${config.projectVersion.value}`}</span>}
    </footer>
  )
}
