import { app, type AppDetail, type AppEdit } from '@hufu/contract/apps/app'
import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchData, useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import type { TabProps } from '../../../../pickers/app-parts.ts'
import { onSaveKey } from '../../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { SaveBar } from '../../../../ui/form/save-bar.tsx'
import { text } from '../text.ts'
import { APP_LISTS } from '../use-app-acts.ts'

type Patch = Partial<Omit<AppEdit, 'id' | 'version'>>

interface Props<T extends object> extends TabProps {
  name: string
  form: FormInstance<T>
  /** The initial values of the form. */
  initial: T
  /** The change of the application from the form values. */
  read: (typed: T) => Patch
  /** Asks before something is lost; resolves to false if it must not be saved. */
  confirmLoss?: (patch: Patch) => Promise<boolean>
  children: ReactNode
}

/** One tab of an application: saves only its own fields, and keeps what was typed while other tabs are open. */
export function TabForm<T extends object>({ of, onReload, name, form, initial, read, confirmLoss, children }: Props<T>) {
  const [isChanged, setChanged] = useState(false)
  const [isStale, setStale] = useState(false)
  const may = useMay()
  const update = useAction(app.update, { refreshes: APP_LISTS })
  const stored = JSON.stringify(initial)
  // After a save or a reload the form shows the stored values.
  useEffect(() => {
    if (!isChanged) form.setFieldsValue(JSON.parse(stored) as Parameters<typeof form.setFieldsValue>[0])
  }, [stored, isChanged, form])
  const submit = async (typed: T) => {
    const patch = read({ ...initial, ...typed })
    if (confirmLoss && !(await confirmLoss(patch))) return
    const { id, appGroupId, name: appName, code, protocol, version } = of
    if (!ok(await update.run({ body: { id, appGroupId, name: appName, code, protocol, ...patch, version } })))
      return setStale(await isOutdated(of))
    setChanged(false)
    notifier.done(text.saved)
  }
  const drop = () => {
    form.resetFields()
    form.setFieldsValue(initial as Parameters<typeof form.setFieldsValue>[0])
    setChanged(false)
  }
  return (
    <Form<T>
      form={form}
      name={name}
      layout="vertical"
      className="app-form"
      disabled={!may(app.update)}
      initialValues={initial}
      onValuesChange={() => setChanged(true)}
      onFinish={typed => void submit(typed)}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      {isStale && <Stale onReload={onReload} />}
      {children}
      <SaveBar>
        <ActButton call={app.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.form.save}
        </ActButton>
        <Button disabled={!isChanged} onClick={drop}>
          {text.form.reset}
        </Button>
      </SaveBar>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

/** Whether somebody else has saved since. */
const isOutdated = ({ id, version }: AppDetail): Promise<boolean> =>
  fetchData(app.byId, { query: { id }, quietly: true }).then(
    now => now.version !== version,
    () => false,
  )

function Stale({ onReload }: { onReload: () => void }) {
  return (
    <p className="app-stale" role="alert">
      {text.stale}
      <Button size="small" onClick={onReload}>
        {text.reload}
      </Button>
    </p>
  )
}
