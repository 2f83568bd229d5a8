import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { user } from '@hufu/contract/directory/user'
import { Button, Form, InputNumber, Select } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { chosenName } from '../../../../ui/form/chosen-name.ts'
import { chosen, rule, sortNumRule } from '../../../../ui/form/rules.ts'
import { OwnedItem, useOwner } from '../../../../pickers/owned-fields.tsx'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import type { Typed } from './draft.ts'
import { jobFields, usePositionAttributes } from '../position-attributes.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'

const words = formText
const OTHERS_MAX = 20
const FRESH_MS = 60_000

/** The attributes of the main job, and up to twenty other jobs, each organisation once (D-42). */
export function JobFields() {
  // If this cannot be read, the server still refuses.
  const mayHoldOthers = useCall(user.requiredFields, { staleTime: FRESH_MS }).data?.openOtherJob ?? true
  const isFixed = useOwner('jobs')?.isFixed ?? false
  return (
    <section aria-labelledby="form-jobs">
      <h2 id="form-jobs" className="card-title">
        {words.job}
      </h2>
      <fieldset className="job">
        <legend>{text.mainJob}</legend>
        <Attributes path={['main']} />
      </fieldset>
      <Form.List name="others">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }, index) => (
              <fieldset key={key} className="job">
                <legend>
                  {words.other(index + 1)}
                  <Button
                    type="text"
                    size="small"
                    disabled={isFixed}
                    aria-label={words.removeJob(index + 1)}
                    icon={<DeleteOutlined aria-hidden />}
                    onClick={() => remove(name)}
                  />
                </legend>
                <Org path={['others', name]} inList={[name]} label={words.otherOrg} />
                <Attributes path={['others', name]} inList={[name]} />
              </fieldset>
            ))}
            {mayHoldOthers && (
              <Button
                type="dashed"
                icon={<PlusOutlined aria-hidden />}
                disabled={isFixed || fields.length >= OTHERS_MAX}
                onClick={() => add({})}
              >
                {words.addJob}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </section>
  )
}

/** The names under which sync sources write a job's fields. */
const syncFieldOf = { rankId: 'rank', positionalTitlesId: 'title', positionId: 'duty', stationId: 'post' } as const

interface JobProps {
  path: (string | number)[]
  /** The path within Form.List, which adds its own name in front. */
  inList?: (string | number)[]
}

/** The organisation of the main job. */
export const MainOrg = () => <Org path={['main']} label={words.main} />

function Org({ path, inList = path, label }: JobProps & { label: string }) {
  return (
    <OwnedItem
      field="jobs"
      name={[...inList, 'orgId']}
      label={label}
      dependencies={[['main', 'orgId'], 'others']}
      rules={[chosen(label), ({ getFieldValue }) => uniqueOrgRule(path, getFieldValue)]}
    >
      <OrgSelect title={label} />
    </OwnedItem>
  )
}

function Attributes({ path, inList = path }: JobProps) {
  return (
    <div className="form-grid">
      {jobFields.map(({ field, label: name, call }) => (
        <OwnedItem key={field} field={path[0] === 'main' ? syncFieldOf[field] : ''} name={[...inList, field]} label={name}>
          <PositionAttribute call={call} />
        </OwnedItem>
      ))}
      <Form.Item name={[...inList, 'sortNum']} label={text.fields.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
        <InputNumber min={1} max={999_999} precision={0} controls={false} className="wide" />
      </Form.Item>
    </div>
  )
}

interface PositionAttributeProps {
  call: (typeof jobFields)[number]['call']
  value?: string | null
  onChange?: (id: string | undefined) => void
  disabled?: boolean
  id?: string
}

function PositionAttribute({ call, ...field }: PositionAttributeProps) {
  const list = usePositionAttributes(call)
  return (
    <Select
      {...field}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={words.noPositionAttribute}
      loading={list.isFetching}
      labelRender={chosenName(list.data)}
      options={(list.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Reported at the later job of the same organisation. */
function uniqueOrgRule(path: (string | number)[], getFieldValue: (name: string) => unknown) {
  return rule((orgId?: string) => {
    const main = getFieldValue('main') as Typed['main'] | undefined
    const others = (getFieldValue('others') as Typed['others'] | undefined) ?? []
    const before = path[0] === 'main' ? [] : [main, ...others.slice(0, Number(path[1]))]
    return orgId && before.some(job => job?.orgId === orgId) ? words.orgTwice : undefined
  })
}
