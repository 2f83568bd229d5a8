import { app, type AppEdit } from '@hufu/contract/apps/app'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import type { TabProps } from '../../../../pickers/app-parts.ts'
import { isOutdated } from '../../../../ui/form/is-outdated.ts'
import { type Ask, SettingsForm } from '../../../../ui/form/settings-form.tsx'
import { text } from '../text.ts'
import { APP_LISTS } from '../use-app-acts.ts'

type Patch = Partial<Omit<AppEdit, 'id' | 'version'>>

interface Props<T extends object> extends TabProps {
  name: string
  form: FormInstance<T>
  initial: T
  /** The change of the application from the form values. */
  read: (typed: T) => Patch
  /** Asks before something is lost; resolves to false if it must not be saved. */
  confirmLoss?: (patch: Patch) => Promise<boolean>
  children: ReactNode
}

/** One tab of an application: saves only its own fields, and keeps what was typed while other tabs are open. */
export function TabForm<T extends object>({ of, read, confirmLoss, ...form }: Props<T>) {
  const update = useAction(app.update, { refreshes: APP_LISTS })
  const { id, appGroupId, name, code, protocol, version } = of
  const save = async (typed: T, ask: Ask) => {
    const patch = read(typed)
    if (confirmLoss && !(await ask(confirmLoss(patch)))) return 'asked'
    if (!ok(await update.run({ body: { id, appGroupId, name, code, protocol, ...patch, version } }))) return 'refused'
    notifier.done(text.saved)
    return 'saved'
  }
  return (
    <SettingsForm<T> {...form} call={app.update} className="app-form" save={save} isOutdated={() => isOutdated(app.byId, of, { id })} />
  )
}
