import { appSetting, type AppSetting, type AppSettingDraft, type TokenAlg, tokenSecondsRange } from '@hufu/contract/apps/app-setting'
import { Button, Form, InputNumber, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import { onSaveKey } from '../../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { SaveBar } from '../../../../ui/form/save-bar.tsx'
import { PushFields } from './push-fields.tsx'
import { text } from './setting-text.ts'
import { confirmLoss } from '../detail/confirm-loss.tsx'

export interface Typed {
  tokenSeconds: number | null
  tokenAlg: TokenAlg
  singleLogout: boolean
  asksJob: boolean
  ipWhitelist: string[]
  openPush: boolean
  pushUrl: string
  pushObject: string
  pushSecret: string
}
const typedOf = (of: AppSetting): Typed => ({
  tokenSeconds: of.tokenSeconds,
  tokenAlg: of.tokenAlg,
  singleLogout: of.singleLogout === 1,
  asksJob: of.asksJob === 1,
  ipWhitelist: of.ipWhitelist,
  openPush: of.openPush === 1,
  pushUrl: of.pushUrl ?? '',
  pushObject: of.pushObject ?? '',
  pushSecret: '',
})
const readOf = (appId: string, typed: Typed): AppSettingDraft => ({
  ...typed,
  appId,
  tokenSeconds: typed.tokenSeconds ?? tokenSecondsRange.shipped,
  singleLogout: typed.singleLogout ? 1 : 0,
  asksJob: typed.asksJob ? 1 : 0,
  ipWhitelist: cleanLines(typed.ipWhitelist),
  openPush: typed.openPush ? 1 : 0,
  pushObject: typed.pushObject as AppSettingDraft['pushObject'],
})

export function SettingForm({ of }: { of: AppSetting }) {
  const [form] = Form.useForm<Typed>()
  const [isChanged, setChanged] = useState(false)
  const may = useMay()
  const update = useAction(appSetting.update, { refreshes: [appSetting.get] })
  const stored = JSON.stringify(typedOf(of))
  // After a save or a reload the form shows the stored values.
  useEffect(() => {
    if (!isChanged) form.setFieldsValue(JSON.parse(stored) as Typed)
  }, [stored, isChanged, form])
  const submit = async () => {
    // `true` includes collapsed fields.
    const draft = readOf(of.appId, form.getFieldsValue(true) as Typed)
    const isTurnedOff = of.openPush === 1 && draft.openPush === 0
    if (isTurnedOff && !(await confirmLoss({ title: text.turnOffTitle, content: text.turnOffText, okText: text.turnOff }))) return
    if (!ok(await update.run({ body: draft }))) return
    form.setFieldValue('pushSecret', '')
    setChanged(false)
    notifier.done(text.saved)
  }
  const drop = () => {
    form.setFieldsValue(typedOf(of))
    setChanged(false)
  }
  return (
    <Form<Typed>
      form={form}
      name="setting"
      layout="vertical"
      className="app-form"
      disabled={!may(appSetting.update)}
      initialValues={typedOf(of)}
      onValuesChange={() => setChanged(true)}
      onFinish={() => void submit()}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      {of.protocol !== 'resource' && <SignInFields of={of} />}
      <h2 className="card-title">{text.push}</h2>
      <PushFields of={of} isChanged={isChanged} onMade={() => setChanged(true)} />
      <SaveBar>
        <ActButton call={appSetting.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.save}
        </ActButton>
        <Button disabled={!isChanged} onClick={drop}>
          {text.reset}
        </Button>
      </SaveBar>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

/** Nobody signs in at a resource server, so it has none of these. */
const SignInFields = ({ of }: { of: AppSetting }) => (
  <>
    <h2 className="card-title">{text.session}</h2>
    {of.protocol === 'oauth2' && <TokenFields of={of} />}
    <Form.Item name="singleLogout" label={text.singleLogout} extra={text.singleLogoutHint} valuePropName="checked">
      <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
    </Form.Item>
    <Form.Item name="asksJob" label={text.asksJob} extra={text.asksJobHint} valuePropName="checked">
      <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
    </Form.Item>
    <Form.Item name="ipWhitelist" label={text.ipWhitelist} extra={text.ipHint}>
      <LinesField rows={4} />
    </Form.Item>
  </>
)

/** The stored algorithm is listed even if it is no longer offered. */
const algsOf = ({ tokenAlg, tokenAlgs }: AppSetting) => [...new Set([...tokenAlgs, tokenAlg])]

const { min, max } = tokenSecondsRange
const inRange = rule((value?: number | null) =>
  value !== undefined && value !== null && value >= min && value <= max ? undefined : text.outOfRange,
)

/** Fields of OpenID Connect only. */
function TokenFields({ of }: { of: AppSetting }) {
  const seconds = Form.useWatch<number | null>('tokenSeconds') ?? 0
  return (
    <>
      <Form.Item name="tokenSeconds" label={text.tokenSeconds} required rules={[inRange]} extra={text.tokenHint(lasting(seconds))}>
        <InputNumber precision={0} controls={false} suffix={text.seconds} className="app-number" />
      </Form.Item>
      <Form.Item name="tokenAlg" label={text.tokenAlg} extra={text.tokenAlgHint}>
        <SelectField className="app-from" options={algsOf(of).map(value => ({ value, label: text.tokenAlgs[value] }))} />
      </Form.Item>
    </>
  )
}

/** A duration in words, if longer than a minute. */
function lasting(seconds: number): string {
  if (seconds < 120) return ''
  const minutes = Math.round(seconds / 60)
  return text.lasts(minutes < 120 ? text.minutes(minutes) : text.hours(Math.round(minutes / 6) / 10))
}
