import {
  apiClient,
  LIMIT_MAX,
  type ApiClientDetail,
  type ScimGroups,
  type ScimHour,
  type ScimRemoval,
  type ScimSettings,
} from '@hufu/contract/federation/api-client'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { Alert, Form, InputNumber, Radio } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { OperationDialog } from '../../../pickers/operation-dialog.tsx'
import { text as operationText } from '../../../pickers/operation-text.ts'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { chosen } from '../../../ui/form/rules.ts'
import { Card } from '../../../ui/page.tsx'
import { Copyable, Loaded } from '../../../ui/states.tsx'
import { text } from './scim-text.ts'
import '../../../ui/form/select-cards.css'
import './api-client.css'

type Typed = Pick<
  ScimSettings,
  'rootOrgId' | 'defaultOrgId' | 'unknownOrg' | 'groupsAre' | 'onDelete' | 'adopts' | 'brakePercent' | 'brakeLeast'
>
const shipped: Partial<Typed> = {
  unknownOrg: 'default',
  groupsAre: 'workGroup',
  onDelete: 'delete',
  adopts: true,
  brakePercent: 5,
  brakeLeast: 20,
}
const options = <T extends string>(names: Readonly<Record<T, string>>) =>
  (Object.keys(names) as T[]).map(value => ({ value, label: names[value] }))

/** Settings of a SCIM client: where it writes, its scope, and when the brake stops it. */
export default function ScimTab({ of }: { of: ApiClientDetail }) {
  const found = useCall(apiClient.scim, { query: { id: of.id } })
  return (
    <Loaded of={found} lines={10}>
      {({ address, settings, removals, hours }) => (
        <Card>
          <h2 className="card-title">{text.title}</h2>
          <p className="client-hint">{text.hint}</p>
          <dl className="client-endpoints">
            <div>
              <dt>{text.address}</dt>
              <dd>
                <Copyable value={address} />
              </dd>
            </div>
            <div>
              <dt>{text.token}</dt>
              <dd>{text.tokenHint(of.clientId)}</dd>
            </div>
          </dl>
          {settings?.state === 'blocked' && <Blocked of={of} settings={settings} removals={removals} hours={hours} />}
          <SettingsForm key={settings?.version ?? 0} id={of.id} settings={settings} />
        </Card>
      )}
    </Loaded>
  )
}

interface BlockedProps {
  of: ApiClientDetail
  settings: ScimSettings
  removals: readonly ScimRemoval[]
  hours: readonly ScimHour[]
}

function Blocked({ of, settings, removals, hours }: BlockedProps) {
  const open = useAction(apiClient.openScim, { refreshes: [apiClient.scim] })
  const ask = () =>
    confirmAct({
      title: text.openTitle(of.name),
      content: text.openText,
      okText: text.open,
      danger: true,
      run: async () => {
        if (ok(await open.run({ body: { id: of.id } }))) notifier.done(text.opened)
      },
    })
  return (
    <Alert
      type="warning"
      className="client-blocked"
      title={text.blocked(settings.blockedWhy ?? '', settings.blockedTime ?? '')}
      description={
        <>
          <p>{text.blockedHint}</p>
          <strong>{text.removals}</strong>
          <ul className="client-lost">
            {removals.map(({ kind, recordId, name, createTime }) => (
              <li key={`${recordId} ${createTime}`}>
                {name || recordId}
                <small>
                  {text.kinds[kind]} · {createTime}
                </small>
              </li>
            ))}
          </ul>
          {hours.length > 0 && <Hours of={hours} />}
        </>
      }
      action={
        <ActButton call={apiClient.openScim} danger onClick={ask}>
          {text.open}
        </ActButton>
      }
    />
  )
}

/** The hours whose changes can be undone; everything the client wrote in an hour is undone together. */
function Hours({ of }: { of: readonly ScimHour[] }) {
  const undoing = useDialog<ScimHour>()
  return (
    <>
      <strong>{text.hours}</strong>
      <p>{text.hoursHint}</p>
      {of.map(hour => (
        <p key={hour.bulkId} className="client-hour">
          {text.hour(hour.beginTime, hour.changed)}
          <ActButton call={dataHistory.restoreBulk} size="small" onClick={() => undoing.open(hour)}>
            {operationText.undo}
          </ActButton>
        </p>
      ))}
      {undoing.item && <OperationDialog id={undoing.item.bulkId} changed={undoing.item.changed} onClose={undoing.close} />}
    </>
  )
}

function SettingsForm({ id, settings }: { id: string; settings: ScimSettings | null }) {
  const save = useAction(apiClient.saveScim, { refreshes: [apiClient.scim] })
  const [form] = Form.useForm<Typed>()
  const submit = async (typed: Typed) => {
    const answer = await save.run({ body: { ...typed, id, ...(settings && { version: settings.version }) } })
    if (ok(answer)) notifier.done(text.saved)
  }
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      className="client-scim"
      initialValues={settings ?? shipped}
      onFinish={typed => void submit(typed)}
    >
      <p className="client-hint">{settings ? text.users(settings.userCount) : text.unset}</p>
      <Form.Item<Typed> name="rootOrgId" label={text.root} extra={text.rootHint} rules={[chosen(text.root)]}>
        <OrgSelect />
      </Form.Item>
      <Form.Item<Typed> name="defaultOrgId" label={text.defaultOrg} extra={text.defaultHint} rules={[chosen(text.defaultOrg)]}>
        <OrgSelect />
      </Form.Item>
      <Form.Item<Typed> name="unknownOrg" label={text.unknownOrg}>
        <Radio.Group options={options(text.unknown)} />
      </Form.Item>
      <Form.Item<Typed> name="groupsAre" label={text.groupsAre} extra={settings ? text.groupsChange : undefined}>
        <Radio.Group className="choice-cards">
          {(Object.keys(text.groups) as ScimGroups[]).map(kind => (
            <Radio key={kind} value={kind}>
              <strong>{text.groups[kind].name}</strong>
              <small>{text.groups[kind].hint}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item<Typed> name="onDelete" label={text.onDelete}>
        <Radio.Group options={options(text.deletes)} />
      </Form.Item>
      <BooleanField name="adopts" label={text.adopts} extra={text.adoptsHint} />
      <Form.Item<Typed> name="brakePercent" label={text.percent} rules={[chosen(text.percent)]}>
        <InputNumber min={1} max={100} precision={0} />
      </Form.Item>
      <Form.Item<Typed> name="brakeLeast" label={text.least} extra={text.brakeHint} rules={[chosen(text.least)]}>
        <InputNumber min={1} max={LIMIT_MAX} precision={0} />
      </Form.Item>
      <ActButton call={apiClient.saveScim} type="primary" htmlType="submit" loading={save.pending}>
        {text.save}
      </ActButton>
    </Form>
  )
}
