import { sourceOptions, sync, syncText } from '@hufu/contract/provisioning/sync'
import { Form } from 'antd'
import { fetchData } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { legal, needed, useAsked } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { HttpFields } from './http-fields.tsx'
import { TestPanel } from './test-panel.tsx'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const TargetFields = lazyComponent(() => import('./target-fields.tsx'))
const words = text.connect
const types = Object.keys(sourceOptions).map(value => ({ value, label: syncText.type[value as keyof typeof sourceOptions] }))
const directions = (['in', 'out'] as const).map(value => ({ value, label: syncText.direction[value] }))

/** Where the data is read from, or who is told; and whether that works. */
export function ConnectStep({ of }: { of: WizardState }) {
  const { typed, stored } = of
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(sync.nameTaken, { query: { name, ...(stored && { id: stored.id }) }, signal })) ? words.nameTaken : undefined,
  )
  return (
    <>
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
          <TrimInput />
        </Form.Item>
        {typed.direction === 'in' && (
          <Form.Item name="type" label={words.type}>
            <NativeSelect options={types} disabled={stored !== undefined} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="direction" label={words.direction} {...(stored && { extra: words.directionFixed })}>
        <NativeSelect options={directions} disabled={stored !== undefined} />
      </Form.Item>
      {typed.direction === 'in' ? <HttpFields of={of} /> : <TargetFields of={of} />}
      <TestPanel of={of} />
    </>
  )
}
