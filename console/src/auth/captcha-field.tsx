import { type RefObject, useEffect } from 'react'
import { TextField } from './fields.tsx'
import { codeText } from './phone/code-text.ts'
import { text } from './text.ts'
import { WithoutPicture } from './without-picture.tsx'
import type { Captcha } from './use-captcha.ts'

const CAPTCHA_MAX = 16

interface Props {
  captcha: Captcha
  value: string
  problem: string
  onChange: (value: string) => void
  box: RefObject<HTMLInputElement | null>
  /** Takes the focus when it appears. */
  isAsked: boolean
}

/** The captcha picture with its field; the picture and 换一张 both load another. Beside it the alternative without a picture. */
export function CaptchaField({ captcha: { image, change, work }, value, problem, onChange, box, isAsked }: Props) {
  useEffect(() => {
    if (isAsked) box.current?.focus()
  }, [isAsked, box])
  const renew = () => {
    onChange('')
    change()
  }
  return (
    <>
      {work.state !== 'done' && (
        <div className="captcha">
          <TextField
            ref={box}
            label={text.captcha}
            placeholder={codeText.captchaHint}
            value={value}
            problem={problem}
            maxLength={CAPTCHA_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
          />
          <span className="code">
            {image ? <img src={image} alt={codeText.captchaImage} width="120" height="40" /> : codeText.captchaProblem}
          </span>
          <button type="button" className="link" onClick={renew}>
            {codeText.changeCaptcha}
          </button>
        </div>
      )}
      <WithoutPicture work={work} />
    </>
  )
}
