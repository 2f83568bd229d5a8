import type { PublicConfig } from '@hufu/contract/operations/config'
import { useId, useState, type ComponentType, type KeyboardEvent } from 'react'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { showProblem } from './notices.tsx'
import { PasswordLogin } from './password-login.tsx'
import { text } from './text.ts'

// Other methods are loaded when chosen, since everybody loads this page and most type a password.
const loading = () => <p className="quiet">{text.loading}</p>
const PhoneLogin = lazyComponent(async () => ({ default: (await import('./phone/phone-login.tsx')).PhoneLogin }), loading)
const CertificateLogin = lazyComponent(
  async () => ({ default: (await import('./certificate/certificate-login.tsx')).CertificateLogin }),
  loading,
)

const scanForms = () => import('./scan-login.tsx')
const WechatLogin = lazyComponent(async () => ({ default: (await scanForms()).WechatLogin }), loading)
const AlipayLogin = lazyComponent(async () => ({ default: (await scanForms()).AlipayLogin }), loading)
const FaceLogin = lazyComponent(async () => ({ default: (await import('./face/face-login.tsx')).FaceLogin }), loading)

interface Method {
  /** The value of ?method=. */
  name: string
  label: string
  isOpen: (config: PublicConfig) => boolean
  Form: ComponentType<{ config: PublicConfig | undefined }>
}

/** All sign-in methods in display order; the server decides which are enabled. */
const methods: Method[] = [
  { name: 'password', label: text.methods.password, isOpen: config => config.openPassword, Form: PasswordLogin },
  { name: 'phone', label: text.methods.phone, isOpen: config => config.openPhone, Form: PhoneLogin },
  { name: 'wx', label: text.methods.wx, isOpen: config => config.openWx, Form: WechatLogin },
  { name: 'zfb', label: text.methods.zfb, isOpen: config => config.openZfb, Form: AlipayLogin },
  { name: 'certificate', label: text.methods.certificate, isOpen: config => config.openCa, Form: CertificateLogin },
  { name: 'face', label: text.methods.face, isOpen: config => config.openFace, Form: FaceLogin },
]
/** How many methods are tabs above the form; the others are buttons below it. */
const TABS = 3
/** The method used last in this browser. */
const LAST_KEY = 'hufu-login-method'

export function Methods({ config }: { config: PublicConfig | undefined }) {
  const [name, setName] = useState(() => new URLSearchParams(location.search).get('method') ?? localStorage.getItem(LAST_KEY) ?? '')
  // Without the configuration only the password is offered.
  const open = methods.filter(method => (config ? method.isOpen(config) : method.name === 'password'))
  const chosen = open.find(method => method.name === name) ?? open[0]
  const panel = useId()
  if (!chosen) return <p className="quiet">{text.noMethod}</p>
  const choose = (method: Method) => {
    showProblem('')
    localStorage.setItem(LAST_KEY, method.name)
    setName(method.name)
  }
  const [tabs, others] = [open.slice(0, TABS), open.slice(TABS)]
  return (
    <>
      {open.length > 1 && <Tabs tabs={tabs} chosen={chosen} panel={panel} onChoose={choose} />}
      <section id={panel} role={open.length > 1 ? 'tabpanel' : undefined} aria-label={chosen.label}>
        {open.length === 1 && <p className="method">{chosen.label}</p>}
        <chosen.Form key={chosen.name} config={config} />
      </section>
      {others.length > 0 && <Others methods={others} chosen={chosen} onChoose={choose} />}
    </>
  )
}

interface TabsProps {
  tabs: Method[]
  chosen: Method
  panel: string
  onChoose: (method: Method) => void
}
/** The tabs pattern of WAI-ARIA: one tab stop, arrow keys move between tabs. */
function Tabs({ tabs, chosen, panel, onChoose }: TabsProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length]!
    onChoose(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-method="${next.name}"]`)?.focus()
  }
  const stop = tabs.includes(chosen) ? chosen : tabs[0]
  return (
    // The chosen tab is the tab stop, not the list.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="tabs" role="tablist" aria-label={text.methods.label} onKeyDown={move}>
      {tabs.map(method => (
        <button
          key={method.name}
          type="button"
          role="tab"
          data-method={method.name}
          aria-selected={method === chosen}
          aria-controls={panel}
          tabIndex={method === stop ? 0 : -1}
          onClick={() => onChoose(method)}
        >
          {method.label}
        </button>
      ))}
    </div>
  )
}

function Others({ methods: others, chosen, onChoose }: { methods: Method[]; chosen: Method; onChoose: (method: Method) => void }) {
  return (
    <fieldset className="others">
      <legend>{text.methods.others}</legend>
      {others.map(method => (
        <button key={method.name} type="button" className="link" aria-pressed={method === chosen} onClick={() => onChoose(method)}>
          {method.label}
        </button>
      ))}
    </fieldset>
  )
}
