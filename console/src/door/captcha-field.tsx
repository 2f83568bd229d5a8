import type { Ref } from 'react'
import { TextField } from './fields.tsx'
import { text } from './text.ts'
import type { Captcha } from './use-captcha.ts'

const CAPTCHA_MAX = 16

interface Props {
  captcha: Captcha
  value: string
  fault: string
  onChange: (value: string) => void
  ref: Ref<HTMLInputElement>
}

/** The picture with its box; the picture itself and 换一张 both bring another one. */
export function CaptchaField({ captcha: { image, change }, value, fault, onChange, ref }: Props) {
  const renew = () => {
    onChange('')
    change()
  }
  return (
    <div className="captcha">
      <TextField
        ref={ref}
        label={text.captcha}
        placeholder={text.captchaHint}
        value={value}
        fault={fault}
        maxLength={CAPTCHA_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
      <span className="code">{image ? <img src={image} alt={text.captchaImage} width="120" height="40" /> : text.captchaFault}</span>
      <button type="button" className="link" onClick={renew}>
        {text.changeCaptcha}
      </button>
    </div>
  )
}
