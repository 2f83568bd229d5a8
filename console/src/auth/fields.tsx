import { useId, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { EyeIcon, EyeShutIcon } from './icons.tsx'
import { text } from './text.ts'

interface Field extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  problem: string
  hint?: string
  /** Shown inside the field, at its end. */
  tool?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled field; its error is shown below and read out with it. */
export function TextField({ label, problem, hint = '', tool, ref, ...input }: Field) {
  const id = useId()
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={problem ? 'field wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input {...input} id={id} ref={ref} aria-invalid={problem !== ''} aria-describedby={describedBy || undefined} />
        {tool}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** A password field with a show button, and a warning when caps lock is on. */
export function PasswordField({ isDevice, hint, ...field }: Field & { isDevice: boolean }) {
  const [isSeen, setSeen] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const eye = (
    <button type="button" className="icon" aria-label={isSeen ? text.hidePassword : text.showPassword} onClick={() => setSeen(!isSeen)}>
      {isSeen ? <EyeShutIcon /> : <EyeIcon />}
    </button>
  )
  return (
    <TextField
      {...field}
      type={isSeen && !isDevice ? 'text' : 'password'}
      hint={hasCaps ? text.capsLock : hint}
      // Dots of a remembered device hide nothing that could be shown.
      tool={isDevice ? undefined : eye}
      onKeyDown={watchCaps}
      onKeyUp={watchCaps}
      onBlur={() => setCaps(false)}
    />
  )
}
