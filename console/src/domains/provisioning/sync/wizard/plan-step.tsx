import { syncText } from '@hufu/contract/provisioning/sync'
import { Checkbox, Form, Input, InputNumber } from 'antd'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { BooleanField } from '../../../../ui/form/flag-field.tsx'
import { CronFields } from '../../../../ui/form/cron-fields.tsx'
import { legal } from '../../../../ui/form/rules.ts'
import { canReadChanges, linesOf, type Typed } from './draft.ts'
import { text as sourceText } from './source-text.ts'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const words = text.plan

/** The schedule; after it the first plan is made. */
export default function PlanStep({ of: { form, typed, stored } }: { of: WizardState }) {
  const isIn = typed.direction === 'in'
  return (
    <>
      <h2 className="card-title">{words.summary}</h2>
      <Descriptions of={summaryOf(typed, stored?.appName ?? null)} />
      {isIn && (
        <>
          <BooleanField name="isTimed" extra={typed.isTimed ? words.timedHint : words.untimed} className="sync-gap">
            <Checkbox>{words.timed}</Checkbox>
          </BooleanField>
          {typed.isTimed && <CronFields form={form} initial={typed} />}
          {typed.isTimed && typed.type === 'feishu' && <p className="sync-aside">{sourceText.cloud.feishuQuota}</p>}
          {typed.isTimed && canReadChanges(typed) && (
            <Form.Item name={['policy', 'deltaMinutes']} label={words.delta} extra={words.deltaHint} className="sync-gap">
              <InputNumber min={5} max={1440} precision={0} />
            </Form.Item>
          )}
        </>
      )}
      <Form.Item name="remark" label={words.remark} rules={[legal]} className="sync-gap">
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <p className="sync-note">{isIn ? words.dryRun : words.outNote}</p>
    </>
  )
}

function summaryOf(typed: Typed, appName: string | null) {
  const { direction, url, objectType, policy } = typed
  const common = [
    [words.of.objectType, syncText.object[objectType]],
    [words.of.mapping, words.lines(linesOf(typed).length)],
  ] as const
  if (direction === 'out') return [[words.of.target, appName ?? url], ...common] as const
  const { onGones } = text.policy
  return [
    [words.of.source, url],
    ...common,
    [words.of.gone, policy.onGone === 'ignore' ? onGones.ignore : words.gone(onGones[policy.onGone], policy.goneRuns, policy.goneDays)],
    [words.of.brake, words.brake(policy.brakePercent, policy.brakeCount)],
  ] as const
}
