import { webUriProblem } from '@hufu/contract/apps/app-uri'
import {
  isScopeName,
  resourceServer,
  type ResourceServer,
  type ResourceServerDraft,
  SCOPES_MAX,
  tokenFormats,
} from '@hufu/contract/federation/resource-server'
import type { DetailField, DetailType } from '@hufu/contract/federation/detail-type'
import { app } from '@hufu/contract/apps/app'
import { Checkbox, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
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
import type { TabProps } from './tab-form.tsx'

const DetailTypes = lazyComponent(() => import('./detail-types.tsx'))

type Typed = Pick<ResourceServerDraft, 'identifier' | 'tokenFormat' | 'scopes' | 'agents'> & Pick<ResourceServer, 'detailTypes'>
const typedOf = ({ identifier, tokenFormat, scopes, agents, detailTypes }: ResourceServer): Typed => ({
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
  const [form] = Form.useForm<Typed>()
  const [isChanged, setChanged] = useState(false)
  const may = useMay()
  const update = useAction(resourceServer.update, { refreshes: [resourceServer.get] })
  const stored = JSON.stringify(typedOf(of))
  // After a save or a reload the form shows the stored values.
  useEffect(() => {
    if (!isChanged) form.setFieldsValue(JSON.parse(stored) as Typed)
  }, [stored, isChanged, form])
  const submit = async ({ detailTypes, ...typed }: Typed) => {
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
    notifier.toast(text.saved, CONFIG_MS, 'success')
  }
  return (
    <Form<Typed>
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
const isName = rule((name?: string) => (name && !isScopeName(name) ? text.scopeProblem : undefined))

function Scopes() {
  const form = Form.useFormInstance<Typed>()
  const once = rule((name?: string) =>
    name && form.getFieldValue('scopes').filter((each?: { name?: string }) => each?.name === name).length > 1 ? text.twice : undefined,
  )
  return (
    <Form.List name="scopes">
      {(fields, { add, remove }) => (
        <section className="app-claims" aria-label={text.resourceScopes}>
          <h2 className="card-title">{text.resourceScopes}</h2>
          <p className="app-hint">{text.resourceScopesHint}</p>
          {fields.map((field, at) => (
            <div key={field.key} className="app-claim app-scope">
              <Form.Item name={[field.name, 'name']} validateFirst rules={[needed(text.scopeName), isName, once]}>
                <TrimInput aria-label={text.nameOf(at + 1)} placeholder="notes:read" maxLength={100} />
              </Form.Item>
              <Form.Item name={[field.name, 'label']} rules={[needed(text.scopeLabel)]}>
                <TrimInput aria-label={text.labelOf(at + 1)} placeholder={text.scopeLabel} />
              </Form.Item>
              <Form.Item name={[field.name, 'explanation']}>
                <TrimInput aria-label={text.explanationOf(at + 1)} placeholder={text.scopeExplanation} maxLength={200} />
              </Form.Item>
              <ActButton
                call={resourceServer.update}
                type="link"
                danger
                aria-label={text.removeOf(at + 1)}
                onClick={() => remove(field.name)}
              >
                {text.remove}
              </ActButton>
            </div>
          ))}
          <ActButton
            call={resourceServer.update}
            disabled={fields.length >= SCOPES_MAX}
            onClick={() => add({ name: '', label: '', explanation: '' })}
          >
            {text.addScope}
          </ActButton>
        </section>
      )}
    </Form.List>
  )
}

function Agents({ of }: { of: ResourceServer }) {
  const apps = useCall(app.list, { query: { hasOnlyOidc: true } })
  const scopes = Form.useWatch<Typed['scopes'] | undefined>('scopes') ?? []
  const names = scopes.filter(scope => scope?.name).map(({ name, label }) => ({ value: name, label: label || name }))
  const others = (apps.data ?? []).filter(({ id }) => id !== of.appId).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Form.List name="agents">
      {(fields, { add, remove }) => (
        <section className="app-claims" aria-label={text.agents}>
          <h2 className="card-title">{text.agents}</h2>
          <p className="app-hint">{text.agentsHint}</p>
          {fields.map((field, at) => (
            <div key={field.key} className="app-claim app-scope">
              <Form.Item name={[field.name, 'agentId']} rules={[needed(text.agent)]}>
                <SelectField aria-label={text.agentOf(at + 1)} options={others} />
              </Form.Item>
              <Form.Item name={[field.name, 'scopes']} rules={[{ required: true, message: text.agentScopesOf(at + 1) }]}>
                <Checkbox.Group aria-label={text.agentScopesOf(at + 1)} options={names} />
              </Form.Item>
              <ActButton
                call={resourceServer.update}
                type="link"
                danger
                aria-label={text.removeOf(at + 1)}
                onClick={() => remove(field.name)}
              >
                {text.remove}
              </ActButton>
            </div>
          ))}
          {apps.data && others.length === 0 && <p className="app-hint">{text.noAgents}</p>}
          <ActButton
            call={resourceServer.update}
            disabled={others.length === 0}
            onClick={() => add({ agentId: others[0]?.value, scopes: [] })}
          >
            {text.addAgent}
          </ActButton>
        </section>
      )}
    </Form.List>
  )
}
