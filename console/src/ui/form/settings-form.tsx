import type { Permit } from '@hufu/contract/call'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { notifier } from '../../platform/client.ts'
import { CONFIG_MS } from '../../platform/constants.ts'
import { useMay } from '../permitted.ts'
import { text } from '../text.ts'
import { SaveBar } from './save-bar.tsx'
import { onSaveKey } from './save-key.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** `asked`: the user decided not to save. */
export type SaveResult = 'saved' | 'refused' | 'asked'
/** Waits for an answer of the user; the form shows no progress meanwhile. */
export type Ask = <A>(question: Promise<A>) => Promise<A>

interface Props<T extends object> {
  name: string
  form: FormInstance<T>
  /** The call that saves; users who may not make it can only read. */
  call: { permit: Permit }
  /** The stored values. */
  initial: T
  /** A change proposed by a link: in the form, not saved. */
  proposed?: Partial<T> | undefined
  /** The defaults, which a button fills in. */
  shipped?: T
  save: (typed: T, ask: Ask) => Promise<SaveResult>
  /** Whether somebody else has saved since the form was filled (D-76); asked after a refusal. */
  isOutdated: () => Promise<boolean>
  onReload: () => unknown
  /** `labels`: the labels stand at the left of the fields. */
  layout?: 'vertical' | 'labels'
  className?: string
  /** Shown after the buttons. */
  more?: ReactNode
  children: ReactNode
}

const LABELS = { labelAlign: 'left', labelCol: { flex: '168px' }, wrapperCol: { flex: 1 }, labelWrap: true } as const

const FormState = createContext({ isChanged: false, touch: () => undefined as void })
/** For fields filled by a button, as the form notices only typing. */
export const useTouch = (): (() => void) => useContext(FormState).touch
export const useIsChanged = (): boolean => useContext(FormState).isChanged

/** Settings that are saved as a whole, on a page and not in a dialog. */
export function SettingsForm<T extends object>(props: Props<T>) {
  const { name, form, call, initial, proposed, onReload, layout = 'vertical', className, children } = props
  const [isChanged, setChanged] = useState(proposed !== undefined)
  const { isSaving, isStale, submit, forget } = useSubmit(props, () => setChanged(false))
  const stored = JSON.stringify(initial)
  // The stored values may change while nothing is typed.
  useEffect(() => {
    if (!isChanged) fill(form, JSON.parse(stored) as T)
  }, [stored, isChanged, form])
  const state = useMemo(() => ({ isChanged, touch: () => setChanged(true) }), [isChanged])
  const drop = () => {
    form.resetFields()
    fill(form, initial)
    setChanged(false)
  }
  const reload = () => {
    forget()
    drop()
    onReload()
  }
  const mayEdit = useMay()(call)
  const canSave = mayEdit && isChanged
  return (
    <Form<T>
      form={form}
      name={name}
      {...(layout === 'labels' ? LABELS : { layout })}
      {...(className && { className })}
      disabled={!mayEdit}
      initialValues={{ ...initial, ...proposed }}
      onValuesChange={state.touch}
      onFinish={typed => void submit({ ...initial, ...typed })}
      onKeyDown={onSaveKey(() => canSave && form.submit())}
    >
      <FormState value={state}>{children}</FormState>
      <Buttons {...props} mayEdit={mayEdit} isChanged={isChanged} isSaving={isSaving} onDrop={drop} onTouch={state.touch}>
        {isStale && <Outdated onReload={reload} />}
      </Buttons>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

const fill = <T extends object>(form: FormInstance<T>, values: T) =>
  form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])

/** Saves once at a time, and finds out whether a refusal means that somebody else has saved. */
function useSubmit<T extends object>({ save, isOutdated }: Props<T>, onSaved: () => void) {
  const [isSaving, setSaving] = useState(false)
  const [isStale, setStale] = useState(false)
  const ask: Ask = async question => {
    setSaving(false)
    const answer = await question
    setSaving(true)
    return answer
  }
  const submit = async (typed: T) => {
    if (isSaving) return
    setSaving(true)
    try {
      const result = await save(typed, ask)
      if (result === 'saved') onSaved()
      if (result !== 'asked') setStale(result === 'refused' && (await isOutdated()))
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, isStale, submit, forget: () => setStale(false) }
}

/** Among the buttons, which stay in view however long the form is. */
const Outdated = ({ onReload }: { onReload: () => void }) => (
  <Alert
    type="warning"
    showIcon
    role="alert"
    title={text.settings.outdated}
    action={<Button onClick={onReload}>{text.settings.reload}</Button>}
  />
)

interface ButtonsProps<T extends object> extends Pick<Props<T>, 'form' | 'shipped' | 'more'> {
  mayEdit: boolean
  isChanged: boolean
  isSaving: boolean
  onDrop: () => void
  onTouch: () => void
  children: ReactNode
}

function Buttons<T extends object>({ form, shipped, more, mayEdit, isChanged, isSaving, onDrop, onTouch, children }: ButtonsProps<T>) {
  const restore = (defaults: T) => {
    fill(form, defaults)
    onTouch()
    notifier.toast(text.settings.restored, CONFIG_MS, 'info')
  }
  if (!mayEdit && !more) return null
  return (
    <SaveBar>
      {children}
      {mayEdit && (
        <>
          <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged}>
            {text.settings.save}
          </Button>
          <Button disabled={!isChanged} onClick={onDrop}>
            {text.settings.drop}
          </Button>
          {shipped && <Button onClick={() => restore(shipped)}>{text.settings.restore}</Button>}
        </>
      )}
      {more}
    </SaveBar>
  )
}
