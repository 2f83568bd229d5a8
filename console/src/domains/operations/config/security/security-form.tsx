import { security } from '@hufu/contract/operations/security'
import { Button, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { SettingsForm } from '../../../../ui/form/settings-form.tsx'
import { ConfigChanges } from '../config.tsx'
import type { Reading } from './stored.tsx'
import { type Saving, useSaving } from './use-saving.ts'
import { text } from './text.ts'

const SaveQuestion = lazyComponent(() => import('./save-question.tsx'))

interface Props<T extends object, V> extends Reading {
  tab: keyof typeof text.groups
  initial: T
  proposed?: Partial<T> | undefined
  shipped: T
  form: FormInstance<T>
  /** The values to save, from the form. */
  read: (typed: T) => V
  saving: Saving<V>
  children: ReactNode
}

/** One tab of the security settings, with its history. */
export function SecurityForm<T extends object, V>({ tab, read, saving, ...form }: Props<T, V>) {
  const { save, question } = useSaving(saving, form)
  const changes = useDialog()
  return (
    <>
      <SettingsForm<T>
        {...form}
        name={tab}
        call={security.updateBase}
        layout="labels"
        className="settings"
        save={(typed, ask) => save(read(typed), ask)}
        more={
          <Button type="link" onClick={() => changes.open()}>
            {text.history}
          </Button>
        }
      />
      {question && <SaveQuestion {...question} word={text.tabs[tab]} />}
      {changes.isOpen && <ConfigChanges query={{ groupName: text.groups[tab] }} onClose={changes.close} />}
    </>
  )
}
