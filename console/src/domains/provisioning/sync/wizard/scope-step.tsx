import { syncText } from '@hufu/contract/provisioning/sync'
import { syncObjects } from '@hufu/contract/provisioning/sync-log'
import { Button, Form, Input, InputNumber, Radio } from 'antd'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { chosen, needed } from '../../../../ui/form/rules.ts'
import { TestPanel } from './test-panel.tsx'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'
import '../../../../ui/form/select-cards.css'

const SourceFields = lazyComponent(() => import('./source-fields.tsx'))
const words = text.scope
const pages = Object.entries(words.pages).map(([value, label]) => ({ value, label }))
const sourceOptions = Object.entries(words.froms).map(([value, label]) => ({ value, label }))
const URL_MAX = 500
const SIZE_MAX = 5000

/** What is synchronised, below which organisation, and how a list's pages are read. */
export default function ScopeStep({ of }: { of: WizardState }) {
  const { direction, objectType, type } = of.typed
  return (
    <>
      <Form.Item name="objectType" label={words.objectType}>
        <Radio.Group className="choice-cards">
          {syncObjects.map(value => (
            <Radio key={value} value={value}>
              <strong>{syncText.object[value]}</strong>
              {direction === 'in' && <small>{words.objectHints[value]}</small>}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {direction === 'in' && (
        <>
          <div className="form-pair">
            <Form.Item name={['policy', 'rootOrgId']} label={words.root} extra={words.rootHint} rules={[chosen(words.root)]}>
              <OrgSelect title={words.rootTitle} />
            </Form.Item>
          </div>
          {type !== 'http' && <SourceFields of={of} part="scope" />}
          {type === 'http' && objectType === 'all' && (
            <div className="form-pair">
              <Form.Item name={['options', 'orgUrl']} label={words.orgUrl} extra={words.orgUrlHint} rules={[needed(words.orgUrl)]}>
                <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} />
              </Form.Item>
              <Form.Item name={['options', 'orgPath']} label={words.orgPath}>
                <Input maxLength={200} spellCheck={false} />
              </Form.Item>
            </div>
          )}
          {type === 'http' && <PageFields kind={of.typed.options.page.kind} />}
          {type === 'http' && <TotalField of={of} />}
          {type === 'http' && objectType !== 'org' && <SinceFields />}
          <TestPanel of={of} />
        </>
      )}
    </>
  )
}

/** How changed users are requested; either both fields or none. */
function SinceFields() {
  return (
    <div className="form-pair">
      <Form.Item name={['options', 'since', 'param']} label={words.sinceParam} extra={words.sinceHint}>
        <Input maxLength={200} spellCheck={false} placeholder="updatedAfter" />
      </Form.Item>
      <Form.Item
        name={['options', 'since', 'path']}
        label={words.sincePath}
        dependencies={[['options', 'since', 'param']]}
        rules={[({ getFieldValue }) => (getFieldValue(['options', 'since', 'param']) ? needed(words.sincePath) : {})]}
      >
        <Input maxLength={200} spellCheck={false} placeholder="updateTime" />
      </Form.Item>
    </div>
  )
}

/** Proposes the path of the total if the tested answer has one with a usual name. */
function TotalField({ of: { form, typed, test, touch } }: { of: WizardState }) {
  const name = ['options', 'totalPath']
  const found = typed.options.totalPath === '' ? test.result?.totalPath : undefined
  const take = () => {
    form.setFieldValue(name, found)
    touch()
  }
  return (
    <div className="form-pair">
      <Form.Item
        name={name}
        label={words.totalPath}
        extra={
          <>
            {words.totalHint}
            {found && (
              <Button type="link" size="small" onClick={take}>
                {words.totalFound(found)}
              </Button>
            )}
          </>
        }
      >
        <Input maxLength={200} spellCheck={false} placeholder="data.total" />
      </Form.Item>
    </div>
  )
}

function PageFields({ kind }: { kind: keyof typeof words.pages }) {
  const at = (name: string) => ['options', 'page', name]
  return (
    <div className="form-pair">
      <Form.Item name={at('kind')} label={words.page} extra={words.pageHints[kind]}>
        <SelectField options={pages} />
      </Form.Item>
      {kind === 'page' && (
        <>
          <Form.Item name={at('size')} label={words.size} rules={[needed(words.size)]}>
            <InputNumber min={1} max={SIZE_MAX} precision={0} className="wide" />
          </Form.Item>
          <Form.Item name={at('pageParam')} label={words.pageParam} rules={[needed(words.pageParam)]}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name={at('sizeParam')} label={words.sizeParam} rules={[needed(words.sizeParam)]}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name={at('from')} label={words.from}>
            <SelectField options={sourceOptions} />
          </Form.Item>
        </>
      )}
      {kind === 'cursor' && (
        <>
          <Form.Item name={at('param')} label={words.param} rules={[needed(words.param)]}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name={at('nextPath')} label={words.nextPath} rules={[needed(words.nextPath)]}>
            <Input maxLength={200} placeholder="data.next" />
          </Form.Item>
        </>
      )}
    </div>
  )
}
