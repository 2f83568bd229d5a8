import type { Ref } from 'react'
import { later } from '../kernel/later.tsx'
import { TextField } from './fields.tsx'
import { text } from './text.ts'
import type { Captcha } from './use-captcha.ts'

const CAPTCHA_MAX = 16
const WithoutPicture = later(async () => ({ default: (await import('./without-picture.tsx')).WithoutPicture }))

interface Props {
  captcha: Captcha
  value: string
  fault: string
  onChange: (value: string) => void
  ref: Ref<HTMLInputElement>
}

/** The picture with its box; the picture itself and 换一张 both bring another one. Beside it the way without a picture. */
export function CaptchaField({ captcha: { image, change, work }, value, fault, onChange, ref }: Props) {
  const renew = () => {
    onChange('')
    change()
  }
  return (
    <>
      {work.state !== 'done' && (
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
      )}
      <WithoutPicture work={work} />
    </>
  )
}
