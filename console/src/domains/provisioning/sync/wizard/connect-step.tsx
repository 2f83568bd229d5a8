import { sourceOptions, type SourceType, sync, syncText } from '@hufu/contract/provisioning/sync'
import { Form } from 'antd'
import { fetchData } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { legal, needed, useServerRule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { HttpFields } from './http-fields.tsx'
import { initialMore } from './source-form.ts'
import { TestPanel } from './test-panel.tsx'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const SourceFields = lazyComponent(() => import('./source-fields.tsx'))
const TargetFields = lazyComponent(() => import('./target-fields.tsx'))
const words = text.connect
const types = Object.keys(sourceOptions).map(value => ({ value, label: syncText.type[value as keyof typeof sourceOptions] }))
const directions = (['in', 'out'] as const).map(value => ({ value, label: syncText.direction[value] }))

/** The source to read from, or the application to push to, and whether it can be reached. */
export function ConnectStep({ of }: { of: WizardState }) {
  const { typed, stored } = of
  // For these types, the objects to read are chosen in the next step, so the test is there too.
  const isTestedLater = typed.direction === 'in' && ['ldap', 'ad', 'database', 'file'].includes(typed.type)
  const nameRule = useServerRule(async (name, signal) =>
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
            <SelectField
              options={types}
              disabled={stored !== undefined}
              onChange={value => of.form.setFieldValue('more', initialMore(value as SourceType))}
            />
          </Form.Item>
        )}
      </div>
      <Form.Item name="direction" label={words.direction} {...(stored && { extra: words.directionFixed })}>
        <SelectField options={directions} disabled={stored !== undefined} />
      </Form.Item>
      {typed.direction === 'out' ? (
        <TargetFields of={of} />
      ) : typed.type === 'http' ? (
        <HttpFields of={of} />
      ) : (
        <SourceFields of={of} part="connect" />
      )}
      {!isTestedLater && <TestPanel of={of} />}
    </>
  )
}
