import { inBackground } from '../../platform/error-log.ts'
import { TextField } from '../fields.tsx'
import { codeText } from './code-text.ts'
import { text } from '../text.ts'
import { WithoutPicture } from '../without-picture.tsx'
import type { PhoneCode } from './use-phone-code.ts'

const CODE_LENGTH = 6

/** Telephone, captcha and code. `onFull`: called when all six digits are there, typed, pasted or filled in by the browser. */
export function PhoneFields({ phone, onFull }: { phone: PhoneCode; onFull: (code: string) => void }) {
  const { values, problems, boxes, image, isSending, isSent, seconds, work, change, renewPicture, sendCode } = phone
  const typeCode = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
    change({ code })
    if (code.length === CODE_LENGTH && values.code.length < CODE_LENGTH) onFull(code)
  }
  return (
    <>
      <TextField
        ref={boxes.telephone}
        label={codeText.phone}
        placeholder={codeText.phoneHint}
        value={values.telephone}
        problem={problems.telephone}
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        onChange={event => change({ telephone: event.target.value })}
      />
      {work.state !== 'done' && (
        <div className="captcha">
          <TextField
            // oxlint-disable-next-line react/refs -- the box is handed on, what is in it is not looked at
            ref={boxes.captcha}
            label={text.captcha}
            placeholder={codeText.captchaHint}
            value={values.captcha}
            problem={problems.captcha}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={event => change({ captcha: event.target.value })}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              inBackground(sendCode())
            }}
          />
          <span className="code">
            <img src={image} alt={codeText.captchaImage} width="120" height="40" />
          </span>
          <button type="button" className="link" onClick={renewPicture}>
            {codeText.changeCaptcha}
          </button>
        </div>
      )}
      <WithoutPicture work={work} />
      <TextField
        ref={boxes.code}
        label={codeText.smsCode}
        placeholder={codeText.smsCodeHint}
        value={values.code}
        problem={problems.code}
        hint={isSent ? codeText.codeSent : ''}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={event => typeCode(event.target.value)}
        tool={
          <button type="button" className="link tool" disabled={isSending || seconds > 0} onClick={() => void sendCode()}>
            {isSending ? codeText.sendingCode : seconds > 0 ? codeText.sendAgain(seconds) : codeText.sendCode}
          </button>
        }
      />
    </>
  )
}
