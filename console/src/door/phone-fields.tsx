import { TextField } from './fields.tsx'
import { text } from './text.ts'
import { WithoutPicture } from './without-picture.tsx'
import type { PhoneCode } from './use-phone-code.ts'

const CODE_LENGTH = 6

/** Telephone, picture, code. `onFull`: all six digits stand there, typed, pasted or filled in by the browser. */
export function PhoneFields({ phone, onFull }: { phone: PhoneCode; onFull: (code: string) => void }) {
  const { values, faults, boxes, image, isSending, isSent, seconds, work, change, renewPicture, sendCode } = phone
  const typeCode = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
    change({ code })
    if (code.length === CODE_LENGTH && values.code.length < CODE_LENGTH) onFull(code)
  }
  return (
    <>
      <TextField
        ref={boxes.telephone}
        label={text.phone}
        placeholder={text.phoneHint}
        value={values.telephone}
        fault={faults.telephone}
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
            placeholder={text.captchaHint}
            value={values.captcha}
            fault={faults.captcha}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={event => change({ captcha: event.target.value })}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void sendCode()
            }}
          />
          <span className="code">
            <img src={image} alt={text.captchaImage} width="120" height="40" />
          </span>
          <button type="button" className="link" onClick={renewPicture}>
            {text.changeCaptcha}
          </button>
        </div>
      )}
      <WithoutPicture work={work} />
      <TextField
        ref={boxes.code}
        label={text.smsCode}
        placeholder={text.smsCodeHint}
        value={values.code}
        fault={faults.code}
        hint={isSent ? text.codeSent : ''}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={event => typeCode(event.target.value)}
        tool={
          <button type="button" className="link tool" disabled={isSending || seconds > 0} onClick={() => void sendCode()}>
            {isSending ? text.sendingCode : seconds > 0 ? text.sendAgain(seconds) : text.sendCode}
          </button>
        }
      />
    </>
  )
}
