import { sync, syncText } from '@hufu/contract/provisioning/sync'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useMay } from '../../../../ui/permitted.ts'
import { rule } from '../../../../ui/form/rules.ts'
import { Tabs } from '../../../../ui/tabs.tsx'
import { kindsOf, type Kind, type Line, type Typed } from './draft.ts'
import { MappingTable } from '../mapping/mapping-table.tsx'
import { mappingProblem } from '../mapping/mapping-problem.ts'
import { OutboundTable } from './outbound-table.tsx'
import { Preview } from '../mapping/preview.tsx'
import { sampleOf } from '../mapping/sample.ts'
import { text } from '../mapping/mapping-text.ts'
import { usePreview } from '../mapping/use-preview.ts'
import type { WizardState } from './use-wizard.ts'

/** Which field of the source becomes which field of Hufu, with a preview beside it. */
export default function MappingStep({ of }: { of: WizardState }) {
  const { typed, fields } = of
  const [chosen, setChosen] = useState<Kind>('org')
  const kinds = kindsOf(typed.objectType)
  const kind = kinds.includes(chosen) ? chosen : kinds[0]!
  const isIn = typed.direction === 'in'
  const preview = usePreview(of)
  const samples = (preview.rows ?? []).filter(row => row.objectType === kind).map(row => row.raw)
  const rows = samples.length > 0 ? samples : sampleOf(kind, typed.objectType, of.test.rows)
  const whole = rule<Line[]>(lines => mappingProblem({ ...typed, mapping: lines }, fields))
  const table = (
    <Form.Item name="mapping" rules={[whole]} className="sync-mapping">
      {isIn ? <MappingTable kind={kind} fields={fields} rows={rows} /> : <OutboundTable objectType={typed.objectType} fields={fields} />}
    </Form.Item>
  )
  const body = (
    <>
      {table}
      {isIn && <Preview of={preview} kind={kind} lines={typed.mapping} />}
    </>
  )
  return (
    <>
      <div className="sync-mapping-head">
        <p className="sync-note">{isIn ? text.about : text.aboutOut}</p>
        {isIn && <SampleActs of={of} hasSample={rows.length > 0} />}
      </div>
      {isIn && kinds.length > 1 ? (
        <Tabs
          activeKey={kind}
          onChange={key => setChosen(key as Kind)}
          items={kinds.map(key => ({ key, label: syncText.object[key], children: body }))}
        />
      ) : (
        body
      )}
    </>
  )
}

function SampleActs({ of, hasSample }: { of: WizardState; hasSample: boolean }) {
  const may = useMay()(sync.testConnect)
  const test = async () => {
    await of.test.run({ ...of.typed, ...(of.form.getFieldsValue(true) as Typed) })
  }
  return (
    <span className="sync-mapping-acts">
      {!hasSample && <span className="sync-aside">{text.noSample}</span>}
      {!hasSample && may && (
        <Button loading={of.test.isPending} onClick={() => void test()}>
          {text.test}
        </Button>
      )}
      {hasSample && <Button onClick={of.propose}>{text.propose}</Button>}
    </span>
  )
}
