import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError, notifier } from '../../platform/client.ts'
import { ERROR_MS } from '../../platform/constants.ts'
import { recordError } from '../../platform/error-log.ts'
import { askDiscard } from '../form/ask-discard.ts'
import { Dialog } from './dialog.tsx'
import { onSaveKey } from '../form/save-key.ts'
import { text } from '../text.ts'

interface Props<V extends object> {
  title: string
  initial: Partial<V>
  /** Resolves when saved; rejects, or resolves to false, if the dialog must stay open (the client shows the refusal). */
  onSubmit: (values: V) => Promise<unknown>
  onClose: () => void
  form?: FormInstance<V>
  small?: boolean
  wide?: boolean
  canClose?: boolean
  /** The operation destroys or locks something. */
  danger?: boolean
  okText?: string
  /** Why nothing can be sent. */
  blockedBecause?: string | undefined
  /** Shown at the left of the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** A dialog with a form of at most eight fields. Enter submits, a second submit waits, Esc does not lose what was typed. */
export function FormDialog<V extends object>(props: Props<V>) {
  const { title, initial, onSubmit, onClose, small = false, wide = false, canClose = true, children } = props
  const [form] = Form.useForm<V>(props.form)
  const [busy, setBusy] = useState(false)
  const submit = async (values: V) => {
    if (busy || props.blockedBecause !== undefined) return
    setBusy(true)
    try {
      if ((await onSubmit(values)) !== false) onClose()
    } catch (error) {
      // The client has shown the refusal; the dialog keeps what was typed.
      if (error instanceof CallError && error.isShown) return
      recordError(error)
      notifier.toast(text.dialog.failed, ERROR_MS, 'error')
    } finally {
      setBusy(false)
    }
  }
  const close = () => (form.isFieldsTouched() ? askDiscard(onClose) : onClose())
  const footer = (
    <>
      {props.aside && <span className="dialog-aside">{props.aside}</span>}
      {canClose && <Button onClick={close}>{text.dialog.cancel}</Button>}
      <Button
        type="primary"
        danger={props.danger ?? false}
        loading={busy}
        disabled={props.blockedBecause !== undefined}
        title={props.blockedBecause ?? ''}
        onClick={() => form.submit()}
      >
        {props.okText ?? text.dialog.ok}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={close} small={small} wide={wide} canClose={canClose} footer={footer}>
      <Form<V>
        form={form}
        // Prefixes ids, as fields of the page below may have the same names.
        name="dialog"
        layout="vertical"
        requiredMark
        initialValues={initial}
        onFinish={values => void submit(values)}
        onKeyDown={onSaveKey(() => form.submit())}
      >
        {children}
        <input type="submit" hidden />
      </Form>
    </Dialog>
  )
}
