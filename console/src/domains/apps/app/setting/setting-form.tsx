import { appSetting, type AppSetting, type AppSettingDraft, type TokenAlg, tokenSecondsRange } from '@hufu/contract/apps/app-setting'
import { Form, InputNumber, Switch } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../../platform/flag.ts'
import { FlagField } from '../../../../ui/form/flag-field.tsx'
import { isOutdated } from '../../../../ui/form/is-outdated.ts'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { type Ask, SettingsForm } from '../../../../ui/form/settings-form.tsx'
import { PushFields } from './push-fields.tsx'
import { text } from './setting-text.ts'
import { confirmLoss } from '../detail/confirm-loss.tsx'

export interface Typed {
  tokenSeconds: number | null
  tokenAlg: TokenAlg
  singleLogout: Flag
  asksJob: Flag
  ipWhitelist: string[]
  openPush: Flag
  pushUrl: string
  pushObject: AppSettingDraft['pushObject'] & string
  pushSecret: string
}
const typedOf = (of: AppSetting): Typed => ({
  tokenSeconds: of.tokenSeconds,
  tokenAlg: of.tokenAlg,
  singleLogout: of.singleLogout as Flag,
  asksJob: of.asksJob as Flag,
  ipWhitelist: of.ipWhitelist,
  openPush: of.openPush as Flag,
  pushUrl: of.pushUrl ?? '',
  pushObject: of.pushObject ?? '',
  pushSecret: '',
})

export function SettingForm({ of, onReload }: { of: AppSetting; onReload: () => Promise<unknown> }) {
  const [form] = Form.useForm<Typed>()
  const update = useAction(appSetting.update, { refreshes: [appSetting.get] })
  const { appId } = of
  const isStale = () => isOutdated(appSetting.get, of, { appId })
  const save = async (typed: Typed, ask: Ask) => {
    if (await isStale()) return 'refused'
    const isTurnedOff = isOn(of.openPush) && !isOn(typed.openPush)
    const question = { title: text.turnOffTitle, content: text.turnOffText, okText: text.turnOff }
    if (isTurnedOff && !(await ask(confirmLoss(question)))) return 'asked'
    const tokenSeconds = typed.tokenSeconds ?? tokenSecondsRange.shipped
    if (!ok(await update.run({ body: { ...typed, appId, tokenSeconds, ipWhitelist: cleanLines(typed.ipWhitelist) } }))) return 'refused'
    await onReload()
    notifier.done(text.saved)
    return 'saved'
  }
  return (
    <SettingsForm<Typed>
      name="setting"
      form={form}
      call={appSetting.update}
      className="app-form"
      initial={typedOf(of)}
      save={save}
      isOutdated={isStale}
      onReload={onReload}
    >
      {of.protocol !== 'resource' && <SignInFields of={of} />}
      <h2 className="card-title">{text.push}</h2>
      <PushFields of={of} />
    </SettingsForm>
  )
}

/** Nobody signs in at a resource server, so it has none of these. */
const SignInFields = ({ of }: { of: AppSetting }) => (
  <>
    <h2 className="card-title">{text.session}</h2>
    {of.protocol === 'oauth2' && <TokenFields of={of} />}
    <FlagField name="singleLogout" label={text.singleLogout} extra={text.singleLogoutHint}>
      <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
    </FlagField>
    <FlagField name="asksJob" label={text.asksJob} extra={text.asksJobHint}>
      <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
    </FlagField>
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
