import type { PublicConfig } from '@hufu/contract/operations/config'
import { useId } from 'react'
import { AccountFields } from './account-fields.tsx'
import { FormProblem } from './notices.tsx'
import { PageLink } from './page-link.tsx'
import { text } from './text.ts'
import { usePasswordLogin } from './use-password-login.ts'

export function PasswordLogin({ config }: { config: PublicConfig | undefined }) {
  const hintId = useId()
  const login = usePasswordLogin(config?.captchaMode)
  const { values, pending, change, submit } = login
  return (
    <form noValidate onSubmit={event => void submit(event)} aria-busy={pending}>
      <FormProblem />
      <AccountFields of={login} autoComplete="username webauthn" isDevice={values.isDevice} />
      <div className="row">
        <label className="check">
          <input
            type="checkbox"
            aria-describedby={hintId}
            checked={values.remember}
            onChange={event => change({ remember: event.target.checked })}
          />
          {text.remember}
        </label>
        {config?.openRecovery !== false && <PageLink to="/retrieve">{text.forgot}</PageLink>}
        <p className="hint" id={hintId}>
          {text.rememberHint}
        </p>
      </div>
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.submitting : text.submit}
      </button>
    </form>
  )
}
