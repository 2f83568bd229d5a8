import { stripBlanks } from '@hufu/contract/text-rules'
import type { RefObject } from 'react'
import { INPUT_MAX, PASSWORD_LONGEST } from '../platform/constants.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { PasswordField, TextField } from './fields.tsx'
import { text } from './text.ts'
import type { Captcha } from './use-captcha.ts'

// Most sign-ins need no captcha.
const CaptchaField = lazyComponent(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))

interface Values {
  name: string
  password: string
  code: string
}
type Box = RefObject<HTMLInputElement | null>

interface Props {
  /** What is typed into the three fields. */
  of: {
    values: Values
    problems: Values
    change: (next: Partial<Values>) => void
    captcha: Captcha
    isAsked: boolean
    nameBox: Box
    passwordBox: Box
    codeBox: Box
  }
  autoComplete: string
  /** The password is that of a remembered device. */
  isDevice: boolean
}

/** Account, password, and the captcha where one is required. */
export function AccountFields({ of, autoComplete, isDevice }: Props) {
  const { values, problems, change, captcha, isAsked, nameBox, passwordBox, codeBox } = of
  return (
    <>
      <TextField
        ref={nameBox}
        label={text.name}
        placeholder={text.nameHint}
        value={values.name}
        problem={problems.name}
        maxLength={INPUT_MAX}
        autoComplete={autoComplete}
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
        problem={problems.password}
        isDevice={isDevice}
        hint={isDevice ? text.remembered : ''}
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
          problem={problems.code}
          onChange={code => change({ code })}
        />
      )}
    </>
  )
}
