import { IP_RULE_MAX, IP_RULES_MAX, type IpConfig, security } from '@hufu/contract/operations/security'
import { Alert, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useAddressParams } from '../../../../platform/use-address-params.ts'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { ok, send } from '../../../../platform/client.ts'
import { INPUT_MAX } from '../../../../platform/constants.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { rule } from '../../../../ui/form/rules.ts'
import { StatusTag } from '../../../../ui/tag.tsx'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { useIsChanged, useTouch } from '../../../../ui/form/settings-form.tsx'
import { SecurityForm } from './security-form.tsx'
import { SideBySide, SettingGroup, SettingRow, SettingSwitch } from './setting-row.tsx'
import { text } from './text.ts'
import { type Reading, Stored } from './stored.tsx'
import { weakerIp } from './weakening.ts'

const words = text.ip

export function IpTab() {
  const block = useAddressToBlock()
  return (
    <Stored call={security.ip}>
      {(present, defaults, reading) => <IpForm present={present} shipped={defaults.ip} block={block} {...reading} />}
    </Stored>
  )
}

/** An address to block, passed by the login log; read once, so that a reload does not propose it again. */
function useAddressToBlock(): string {
  const [search, change] = useAddressParams()
  const [block] = useState(search.get('block')?.slice(0, IP_RULE_MAX) ?? '')
  useEffect(() => {
    if (block === '') return
    change(next => {
      next.delete('block')
      return next
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the tab is opened
  }, [])
  return block
}

const clean = (typed: IpConfig): IpConfig => ({
  openIpLimit: typed.openIpLimit,
  ipWhitelist: cleanLines(typed.ipWhitelist),
  ipBlacklist: cleanLines(typed.ipBlacklist),
})
const tooMany = (lines: readonly string[]) => (cleanLines(lines).length > IP_RULES_MAX ? words.tooMany(IP_RULES_MAX) : undefined)

/** Switches the rules on, too, as they would otherwise block nobody. */
const withBlocked = (present: IpConfig, ip: string): Partial<IpConfig> | undefined =>
  ip === '' || (present.openIpLimit && present.ipBlacklist.includes(ip))
    ? undefined
    : { openIpLimit: true, ipBlacklist: [...new Set([...present.ipBlacklist, ip])] }

function IpForm({ present, shipped, block, ...reading }: Reading & { present: IpConfig; shipped: IpConfig; block: string }) {
  const [form] = Form.useForm<IpConfig>()
  const [proposed] = useState(() => withBlocked(present, block))
  const drafted = () => clean({ ...present, ...(form.getFieldsValue(true) as IpConfig) })
  return (
    <SecurityForm
      {...reading}
      tab="ip"
      form={form}
      initial={present}
      proposed={proposed}
      shipped={shipped}
      read={clean}
      saving={{
        store: (draft: IpConfig, how) => send(security.updateIp, { body: { ...draft, ...how }, quietly: true }),
        weaker: draft => weakerIp(present, draft),
        impact: draft => draft,
      }}
    >
      {proposed && <Proposed present={present} block={block} />}
      <SettingGroup title={words.title}>
        <SettingSwitch name="openIpLimit" of={words.openIpLimit} shipped={shipped.openIpLimit} />
        <SettingRow name="ipWhitelist" of={words.ipWhitelist} shipped={words.everybody} rules={[rule<string[]>(tooMany)]}>
          <LinesField />
        </SettingRow>
        <SettingRow name="ipBlacklist" of={words.ipBlacklist} shipped={words.everybody} rules={[rule<string[]>(tooMany)]}>
          <LinesField />
        </SettingRow>
        <CurrentAddress />
        <TryAddress drafted={drafted} />
      </SettingGroup>
    </SecurityForm>
  )
}

/** Says what a link has filled in, until it is saved or undone. */
function Proposed({ present, block }: { present: IpConfig; block: string }) {
  const [wasOff] = useState(!present.openIpLimit)
  const switchedOn = present.ipWhitelist.length > 0 ? words.switchedOnWithList : words.switchedOn
  if (!useIsChanged() || !withBlocked(present, block)) return null
  return <Alert type="info" role="note" showIcon className="form-alert" title={words.blocking(block)} description={wasOff && switchedOn} />
}

/** The user's own address, which must not be shut out. */
function CurrentAddress() {
  const form = Form.useFormInstance<IpConfig>()
  const list = Form.useWatch('ipWhitelist', form) ?? []
  const ip = useCall(security.access).data?.ip
  const touch = useTouch()
  if (ip === undefined) return null
  const add = () => {
    form.setFieldValue('ipWhitelist', [...cleanLines(list), ip])
    touch()
  }
  return (
    <SideBySide>
      <p className="setting-line">
        {words.here(ip)}
        {!list.includes(ip) && (
          <Button size="small" onClick={add}>
            {words.addHere}
          </Button>
        )}
      </p>
    </SideBySide>
  )
}

/** Tests an address against the rules in the form. */
function TryAddress({ drafted }: { drafted: () => IpConfig }) {
  const test = useAction(security.testIp)
  const [typed, setTyped] = useState('')
  const [verdict, setVerdict] = useState<{ ip: string; allowed: boolean }>()
  const check = async () => {
    const ip = typed.trim()
    if (ip === '') return
    const answer = await test.run({ body: { ...drafted(), ip } })
    if (ok(answer)) setVerdict({ ip, allowed: answer.data.allowed })
  }
  return (
    <SideBySide label={<label htmlFor="try-address">{words.tryLabel}</label>}>
      <span className="setting-line">
        <Input
          id="try-address"
          maxLength={INPUT_MAX}
          autoComplete="off"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setVerdict(undefined)
          }}
          onPressEnter={event => {
            event.preventDefault()
            inBackground(check())
          }}
        />
        <Button loading={test.pending} onClick={() => void check()}>
          {words.try}
        </Button>
      </span>
      <output>
        {verdict && (
          <StatusTag tone={verdict.allowed ? 'good' : 'bad'}>
            {verdict.allowed ? words.allowed(verdict.ip) : words.refused(verdict.ip)}
          </StatusTag>
        )}
      </output>
    </SideBySide>
  )
}
