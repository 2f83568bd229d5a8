import { Button, Form, Input, type FormInstance } from 'antd'
import type { NamePath } from 'antd/es/form/interface'
import { notifier, ok } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { useSmsWait } from '../../../platform/sign-in/sms-wait.ts'
import type { Envelope } from '../../../platform/transport/wire.ts'
import { rule } from '../../../ui/form/rules.ts'
import { text } from './text.ts'

interface Sending<T> {
  form: FormInstance<T>
  /** The fields that must be valid before a code is sent. */
  fields: (keyof T & string)[]
  send: (typed: T) => Promise<Envelope<unknown>>
  sent: string
  /** The storage key of the wait; by default that of text messages. */
  waitKey?: string
}

/** Sends a code to the typed address; the next one has to wait. */
export function useCodeSending<T>({ form, fields, send, sent, waitKey }: Sending<T>) {
  const [seconds, wait] = useSmsWait(waitKey)
  const ask = async () => {
    const typed = await form.validateFields(fields as NamePath<T>[]).catch(() => undefined)
    if (!typed) return
    const answer = await send(typed as T)
    if (ok(answer)) {
      wait()
      notifier.done(sent)
    } else if (answer.code === '10002') notifier.toast(answer.message, ERROR_MS, 'error')
  }
  return { seconds, ask }
}

interface Coded {
  code: string
}

/** 10002 is not alerted (specification section 8), so its sentence is shown here. */
export function showCodeProblem<T extends Coded>(form: FormInstance<T>, answer: Envelope<unknown>): void {
  if (answer.code === '10002') form.setFields([{ name: 'code' as NamePath<T>, errors: [answer.message] }])
}

interface Props {
  label: string
  missing: string
  seconds: number
  pending: boolean
  onAsk: () => Promise<void>
}

export function CodeField({ label, missing, seconds, pending, onAsk }: Props) {
  return (
    <Form.Item name="code" label={label} required rules={[rule((typed?: string) => (typed ? undefined : missing))]}>
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        suffix={
          <Button type="link" size="small" disabled={seconds > 0} loading={pending} onClick={() => void onAsk()}>
            {seconds > 0 ? text.sendAgain(seconds) : text.sendCode}
          </Button>
        }
      />
    </Form.Item>
  )
}
