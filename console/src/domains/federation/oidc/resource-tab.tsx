import { webUriProblem } from '@hufu/contract/apps/app-uri'
import { resourceServer, type ResourceServer, type ResourceServerDraft, tokenFormats } from '@hufu/contract/federation/resource-server'
import type { DetailField, DetailType } from '@hufu/contract/federation/detail-type'
import { Form } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { notifier, ok } from '../../../platform/client.ts'
import { isOutdated } from '../../../ui/form/is-outdated.ts'
import { cleanLines } from '../../../ui/form/lines-field.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SettingsForm } from '../../../ui/form/settings-form.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { Loaded } from '../../../ui/states.tsx'
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
  return (
    <Loaded of={found} lines={8} fresh>
      {stored => <ResourceForm of={stored} onReload={() => found.refetch({ cancelRefetch: false })} />}
    </Loaded>
  )
}

function ResourceForm({ of, onReload }: { of: ResourceServer; onReload: () => Promise<unknown> }) {
  const [form] = Form.useForm<ResourceTyped>()
  const update = useAction(resourceServer.update, { refreshes: [resourceServer.get] })
  const { appId, version } = of
  const save = async (typed: ResourceTyped) => {
    const body = { ...typed, detailTypes: typed.detailTypes.map(cleanType), appId, version }
    if (!ok(await update.run({ body }))) return 'refused'
    await onReload()
    notifier.done(text.saved)
    return 'saved'
  }
  return (
    <SettingsForm<ResourceTyped>
      name="resource"
      form={form}
      call={resourceServer.update}
      className="app-form"
      initial={typedOf(of)}
      save={save}
      isOutdated={() => isOutdated(resourceServer.get, of, { appId })}
      onReload={onReload}
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
    </SettingsForm>
  )
}

const isAddress = rule((typed?: string) => (typed ? webUriProblem(typed) : undefined))
