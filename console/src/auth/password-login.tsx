import type { PublicConfig } from '@hufu/contract/operations/config'
import { stripBlanks } from '@hufu/contract/text-rules'
import { INPUT_MAX, PASSWORD_LONGEST } from '../platform/constants.ts'
import { PasswordField, TextField } from './fields.tsx'
import { FormProblem } from './notices.tsx'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { PageLink } from './page-link.tsx'
import { text } from './text.ts'
import { usePasswordLogin } from './use-password-login.ts'

// Most sign-ins need no captcha.
const CaptchaField = lazyComponent(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))

export function PasswordLogin({ config }: { config: PublicConfig | undefined }) {
  const { values, faults, pending, captcha, isAsked, nameBox, passwordBox, codeBox, change, submit } = usePasswordLogin(config?.captchaMode)
  return (
    <form noValidate onSubmit={event => void submit(event)} aria-busy={pending}>
      <FormProblem />
      <TextField
        ref={nameBox}
        label={text.name}
        placeholder={text.nameHint}
        value={values.name}
        fault={faults.name}
        maxLength={INPUT_MAX}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => change({ name: event.target.value })}
        onBlur={event => event.target.value !== stripBlanks(event.target.value) && change({ name: stripBlanks(event.target.value) })}
      />
      <PasswordField
        ref={passwordBox}
        label={text.password}
        placeholder={text.passwordHint}
        value={values.password}
        fault={faults.password}
        isDevice={values.isDevice}
        hint={values.isDevice ? text.remembered : ''}
        // An initial password may have 32 characters (O-32), one chosen under another profile more.
        maxLength={PASSWORD_LONGEST}
        autoComplete="current-password"
        onChange={event => change({ password: event.target.value })}
      />
      {captcha.isShown && (
        <CaptchaField
          box={codeBox}
          isAsked={isAsked}
          captcha={captcha}
          value={values.code}
          fault={faults.code}
          onChange={code => change({ code })}
        />
      )}
      <div className="row">
        <label className="check">
          <input type="checkbox" checked={values.remember} onChange={event => change({ remember: event.target.checked })} />
          {text.remember}
        </label>
        {config?.openRecovery !== false && <PageLink to="/retrieve">{text.forgot}</PageLink>}
      </div>
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.submitting : text.submit}
      </button>
    </form>
  )
}
