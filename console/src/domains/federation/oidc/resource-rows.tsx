import { app } from '@hufu/contract/apps/app'
import { isScopeName, resourceServer, type ResourceServer, SCOPES_MAX } from '@hufu/contract/federation/resource-server'
import { Checkbox, Form } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './oidc-text.ts'
import type { ResourceTyped } from './resource-tab.tsx'

interface RowsProps {
  name: 'scopes' | 'agents'
  title: string
  hint: string
  add: { label: string; row: unknown; isFull: (rows: number) => boolean }
  /** Shown below the rows. */
  note?: ReactNode
  /** The fields of a row; `at` counts the rows from 1. */
  children: (name: number, at: number) => ReactNode
}

/** Rows of the form, each with a button that removes it, and one that adds another. */
function Rows({ name, title, hint, add: { label, row, isFull }, note, children }: RowsProps) {
  return (
    <Form.List name={name}>
      {(fields, { add, remove }) => (
        <section className="app-claims" aria-label={title}>
          <h2 className="card-title">{title}</h2>
          <p className="app-hint">{hint}</p>
          {fields.map((field, index) => (
            <div key={field.key} className="app-claim app-scope">
              {children(field.name, index + 1)}
              <ActButton
                call={resourceServer.update}
                type="link"
                danger
                aria-label={text.removeOf(index + 1)}
                onClick={() => remove(field.name)}
              >
                {text.remove}
              </ActButton>
            </div>
          ))}
          {note}
          <ActButton call={resourceServer.update} disabled={isFull(fields.length)} onClick={() => add(row)}>
            {label}
          </ActButton>
        </section>
      )}
    </Form.List>
  )
}

const isName = rule((name?: string) => (name && !isScopeName(name) ? text.scopeProblem : undefined))

/** What users can consent to at the resource server. */
export function Scopes() {
  const form = Form.useFormInstance<ResourceTyped>()
  const once = rule((name?: string) =>
    name && form.getFieldValue('scopes').filter((each?: { name?: string }) => each?.name === name).length > 1 ? text.twice : undefined,
  )
  return (
    <Rows
      name="scopes"
      title={text.resourceScopes}
      hint={text.resourceScopesHint}
      add={{ label: text.addScope, row: { name: '', label: '', explanation: '' }, isFull: rows => rows >= SCOPES_MAX }}
    >
      {(name, at) => (
        <>
          <Form.Item name={[name, 'name']} validateFirst rules={[needed(text.scopeName), isName, once]}>
            <TrimInput aria-label={text.nameOf(at)} placeholder="notes:read" maxLength={100} />
          </Form.Item>
          <Form.Item name={[name, 'label']} rules={[needed(text.scopeLabel)]}>
            <TrimInput aria-label={text.labelOf(at)} placeholder={text.scopeLabel} />
          </Form.Item>
          <Form.Item name={[name, 'explanation']}>
            <TrimInput aria-label={text.explanationOf(at)} placeholder={text.scopeExplanation} maxLength={200} />
          </Form.Item>
        </>
      )}
    </Rows>
  )
}

/** Applications that may act for users at the resource server, and with which scopes. */
export function Agents({ of }: { of: ResourceServer }) {
  const apps = useCall(app.list, { query: { hasOnlyOidc: true } })
  const scopes = Form.useWatch<ResourceTyped['scopes'] | undefined>('scopes') ?? []
  const names = scopes.filter(scope => scope?.name).map(({ name, label }) => ({ value: name, label: label || name }))
  const others = (apps.data ?? []).filter(({ id }) => id !== of.appId).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Rows
      name="agents"
      title={text.agents}
      hint={text.agentsHint}
      add={{ label: text.addAgent, row: { agentId: others[0]?.value, scopes: [] }, isFull: () => others.length === 0 }}
      note={apps.data && others.length === 0 && <p className="app-hint">{text.noAgents}</p>}
    >
      {(name, at) => (
        <>
          <Form.Item name={[name, 'agentId']} rules={[needed(text.agent)]}>
            <SelectField aria-label={text.agentOf(at)} options={others} />
          </Form.Item>
          <Form.Item name={[name, 'scopes']} rules={[{ required: true, message: text.agentScopesOf(at) }]}>
            <Checkbox.Group aria-label={text.agentScopesOf(at)} options={names} />
          </Form.Item>
        </>
      )}
    </Rows>
  )
}
