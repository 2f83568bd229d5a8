import { security } from '@hufu/contract/operations/security'
import { Button, Form, type FormInstance } from 'antd'
import { createContext, type ReactNode, useContext, useCallback, useEffect, useState } from 'react'
import { notifier } from '../../../../platform/client.ts'
import { CONFIG_MS } from '../../../../platform/constants.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { onSaveKey } from '../../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { SaveBar } from '../../../../ui/form/save-bar.tsx'
import { ConfigChanges } from '../config.tsx'
import { type Saving, useSaving } from './use-saving.ts'
import { text } from './text.ts'

const Touch = createContext<() => void>(() => undefined)
/** For fields filled by a button, as the form notices only typing. */
export const useTouch = (): (() => void) => useContext(Touch)

const LABEL = '168px'
const SaveQuestion = lazyComponent(() => import('./save-question.tsx'))

interface Props<T extends object, V> {
  tab: keyof typeof text.groups
  /** The initial values of the form. */
  initial: T
  /** A change proposed by a link: in the form, not saved. */
  proposed?: Partial<T> | undefined
  shipped: T
  form: FormInstance<T>
  /** The values to save, from the form. */
  read: (typed: T) => V
  saving: Saving<V>
  children: ReactNode
}

/** One tab of settings, with save, reset to defaults and history. */
export function SettingForm<T extends object, V>({ tab, initial, proposed, shipped, form, read, saving, children }: Props<T, V>) {
  const [changed, setChanged] = useState(proposed !== undefined)
  const { pending, save, question, answer, drop } = useSaving(saving, () => setChanged(false))
  const changes = useDialog()
  const may = useMay()
  const touch = useCallback(() => setChanged(true), [])
  // Stored values may change meanwhile: a pending change ends, or somebody else saves.
  const stored = JSON.stringify(initial)
  useEffect(() => {
    if (!changed) form.setFieldsValue(JSON.parse(stored) as Parameters<typeof form.setFieldsValue>[0])
  }, [stored, changed, form])
  const restore = () => {
    form.setFieldsValue(shipped as Parameters<typeof form.setFieldsValue>[0])
    touch()
    notifier.toast(text.restored, CONFIG_MS, 'info')
  }
  return (
    <>
      <Form<T>
        form={form}
        name={tab}
        labelAlign="left"
        labelCol={{ flex: LABEL }}
        wrapperCol={{ flex: 1 }}
        labelWrap
        className="settings"
        disabled={!may(security.updateBase)}
        initialValues={{ ...initial, ...proposed }}
        onValuesChange={touch}
        onFinish={typed => void save(read({ ...initial, ...typed }))}
        onKeyDown={onSaveKey(() => form.submit())}
      >
        <Touch value={touch}>{children}</Touch>
        <SaveBar>
          <ActButton call={security.updateBase} type="primary" htmlType="submit" loading={pending} disabled={!changed}>
            {text.save}
          </ActButton>
          <ActButton call={security.updateBase} onClick={restore}>
            {text.restore}
          </ActButton>
          <Button type="link" onClick={() => changes.open()}>
            {text.history}
          </Button>
        </SaveBar>
        <UnsavedGuard when={changed} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
      </Form>
      {question && <SaveQuestion {...question} word={text.tabs[tab]} onSave={answer} onClose={drop} />}
      {changes.isOpen && <ConfigChanges query={{ groupName: text.groups[tab] }} onClose={changes.close} />}
    </>
  )
}
