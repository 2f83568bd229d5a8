import { sourceOptions, sync, syncText } from '@hufu/contract/provisioning/sync'
import { Form, Input, Radio } from 'antd'
import { AppSelect } from '../../../pickers/app-select.tsx'
import { fetchData } from '../../../platform/calls.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { legal, needed, rule, useAsked } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { HttpFields } from './http-fields.tsx'
import { TestPanel } from './test-panel.tsx'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'
import '../../../ui/form/select-cards.css'

const words = text.connect
const URL_MAX = 500
const types = Object.keys(sourceOptions).map(value => ({ value, label: syncText.type[value as keyof typeof sourceOptions] }))

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
        <Radio.Group disabled={stored !== undefined}>
          <Radio value="in">{syncText.direction.in}</Radio>
          <Radio value="out">{syncText.direction.out}</Radio>
        </Radio.Group>
      </Form.Item>
      {typed.direction === 'in' ? <HttpFields of={of} /> : <TargetFields of={of} />}
      <TestPanel of={of} />
    </>
  )
}

/** An application by its push settings, or an address of its own. */
function TargetFields({ of: { form } }: { of: WizardState }) {
  const target = rule((url?: string) => (url || form.getFieldValue('appId') ? undefined : words.targetMissing))
  return (
    <div className="form-pair">
      <Form.Item name="appId" label={words.app}>
        <AppSelect />
      </Form.Item>
      <Form.Item name="url" label={words.targetUrl} extra={words.targetHint} dependencies={['appId']} rules={[target]}>
        <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="secret" label={words.secret.none}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </div>
  )
}
