import { appSetting, type AppSetting, type PushTried, pushObjects, pushSecretForm } from '@hufu/contract/apps/app-setting'
import { homeUrlForm } from '@hufu/contract/apps/app'
import { Alert, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../../platform/flag.ts'
import { FlagField } from '../../../../ui/form/flag-field.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { chosen, matches, needed } from '../../../../ui/form/rules.ts'
import { useIsChanged, useTouch } from '../../../../ui/form/settings-form.tsx'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { text } from './setting-text.ts'

const URI_MAX = 500
const SECRET_BYTES = 24
const objects = (['', ...pushObjects] as const).map(value => ({ value, label: text.pushObjects[value] }))

/** Where changes are pushed, of which objects, and the signing secret; required only while the push is switched on. */
export function PushFields({ of }: { of: AppSetting }) {
  const form = Form.useFormInstance()
  const touch = useTouch()
  const isOpen = isOn(Form.useWatch<Flag>('openPush') ?? of.openPush)
  const must = (label: string) => (isOpen ? [needed(label)] : [])
  const make = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
    form.setFieldValue(
      'pushSecret',
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    )
    touch()
  }
  return (
    <>
      <FlagField name="openPush" label={text.openPush} extra={text.openPushHint}>
        <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
      </FlagField>
      <Form.Item
        name="pushUrl"
        label={text.pushUrl}
        required={isOpen}
        extra={text.pushUrlHint}
        rules={[...must(text.pushUrl), matches(homeUrlForm, text.pushUrlProblem)]}
      >
        <TrimInput maxLength={URI_MAX} inputMode="url" placeholder="https://" />
      </Form.Item>
      <Form.Item name="pushObject" label={text.pushObject} required={isOpen} rules={isOpen ? [chosen(text.pushObject)] : []}>
        <SelectField className="app-from" options={objects} />
      </Form.Item>
      <Form.Item label={text.pushSecret} required={isOpen} htmlFor="setting_pushSecret" extra={text.pushSecretHint}>
        <div className="app-made">
          <Form.Item
            name="pushSecret"
            noStyle
            rules={[...(of.pushSecretSet ? [] : must(text.pushSecret)), matches(pushSecretForm, text.pushSecretProblem)]}
          >
            <Input autoComplete="off" spellCheck={false} placeholder={of.pushSecretSet ? text.pushSecretSet : text.pushSecretNew} />
          </Form.Item>
          <ActButton call={appSetting.update} onClick={make}>
            {text.make}
          </ActButton>
        </div>
      </Form.Item>
      <TestPush of={of} />
    </>
  )
}

/** Sends a test with the stored settings, so typed ones must be saved first. */
function TestPush({ of }: { of: AppSetting }) {
  const isChanged = useIsChanged()
  const test = useAction(appSetting.testPush)
  const [tried, setTried] = useState<PushTried>()
  const because = isChanged ? text.testAfterSave : of.pushUrl === null || !of.pushSecretSet ? text.testNeeds : undefined
  const run = async () => {
    setTried(undefined)
    const answer = await test.run({ body: { appId: of.appId } })
    if (ok(answer)) setTried(answer.data)
  }
  return (
    <div className="app-test">
      <ActButton call={appSetting.testPush} loading={test.pending} disabled={because !== undefined} onClick={() => void run()}>
        {text.test}
      </ActButton>
      <span className="app-test-hint">{because ?? text.testHint}</span>
      <output className="app-tried">
        {tried && <Alert type={tried.ok ? 'success' : 'error'} title={tried.message} showIcon role="note" />}
      </output>
    </div>
  )
}
