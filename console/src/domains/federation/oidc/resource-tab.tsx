import { webUriProblem } from '@hufu/contract/apps/app-uri'
import { resourceServer, type ResourceServer, type ResourceServerDraft, tokenFormats } from '@hufu/contract/federation/resource-server'
import type { DetailField, DetailType } from '@hufu/contract/federation/detail-type'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { cleanLines } from '../../../ui/form/lines-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { text } from './oidc-text.ts'
import { Agents, Scopes } from './resource-rows.tsx'
import type { TabProps } from '../../../pickers/app-parts.ts'

const DetailTypes = lazyComponent(() => import('./detail-types.tsx'))

export type ResourceTyped = Pick<ResourceServerDraft, 'identifier' | 'tokenFormat' | 'scopes' | 'agents'> &
  Pick<ResourceServer, 'detailTypes'>
const typedOf = ({ identifier, tokenFormat, scopes, agents, detailTypes }: ResourceServer): ResourceTyped => ({
  identifier,
  tokenFormat,
  scopes: scopes.length > 0 ? scopes : [{ name: '', label: '', explanation: '' }],
  agents: agents.map(agent => ({ agentId: agent.agentId, scopes: agent.scopes })),
  detailTypes,
})

/** Keeps only the properties of the field's kind. */
const cleanField = ({ max, choices, isRequired, ...field }: DetailField): DetailField => ({
  ...field,
  isRequired: isRequired ?? false,
  ...(field.kind === 'number' && max != null && { max }),
  ...(field.kind.startsWith('choice') && { choices: cleanLines(choices ?? []) }),
})
const cleanType = ({ fields, ...type }: DetailType): DetailType => ({ ...type, fields: (fields ?? []).map(cleanField) })

/** The identifier of a resource server, and what users can consent to there. */
export default function ResourceTab({ of }: TabProps) {
  const found = useCall(resourceServer.get, { query: { appId: of.id }, quietly: true })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={8} />
  return <ResourceForm of={found.data} />
}

function ResourceForm({ of }: { of: ResourceServer }) {
  const [form] = Form.useForm<ResourceTyped>()
  const [isChanged, setChanged] = useState(false)
  const may = useMay()
  const update = useAction(resourceServer.update, { refreshes: [resourceServer.get] })
  const stored = JSON.stringify(typedOf(of))
  // After a save or a reload the form shows the stored values.
  useEffect(() => {
    if (!isChanged) form.setFieldsValue(JSON.parse(stored) as ResourceTyped)
  }, [stored, isChanged, form])
  const submit = async ({ detailTypes, ...typed }: ResourceTyped) => {
    const body = {
      ...typed,
      agents: typed.agents ?? [],
      // Undefined until that part of the form is loaded, which leaves them.
      ...(detailTypes && { detailTypes: detailTypes.map(cleanType) }),
      appId: of.appId,
      version: of.version,
    }
    if (!ok(await update.run({ body }))) return
    setChanged(false)
    notifier.done(text.saved)
  }
  return (
    <Form<ResourceTyped>
      form={form}
      name="resource"
      layout="vertical"
      className="app-form"
      disabled={!may(resourceServer.update)}
      initialValues={typedOf(of)}
      onValuesChange={() => setChanged(true)}
      onFinish={typed => void submit(typed)}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      <Form.Item
        name="identifier"
        label={text.identifier}
        extra={text.identifierHint}
        required
        rules={[needed(text.identifier), isAddress]}
      >
        <TrimInput maxLength={500} inputMode="url" placeholder="https://" />
      </Form.Item>
      <Form.Item name="tokenFormat" label={text.tokenFormat} extra={text.tokenFormatHint}>
        <SelectField className="app-from" options={tokenFormats.map(value => ({ value, label: text.tokenFormats[value] }))} />
      </Form.Item>
      <Scopes />
      <Agents of={of} />
      <DetailTypes />
      <SaveBar>
        <ActButton call={resourceServer.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.save}
        </ActButton>
      </SaveBar>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

const isAddress = rule((typed?: string) => (typed ? webUriProblem(typed) : undefined))
