import { appGroup } from '@hufu/contract/apps/app'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { Form, Input, InputNumber } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import type { Flag } from '@hufu/contract/shapes'
import { FlagField } from '../../../../ui/form/flag-field.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { legal, sortNumRule } from '../../../../ui/form/rules.ts'
import { Loaded } from '../../../../ui/states.tsx'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { homeUrlRule, useNameRules } from '../app-rules.ts'
import { TabForm } from './tab-form.tsx'
import type { TabProps } from '../../../../pickers/app-parts.ts'
import { text } from '../text.ts'
import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { PictureButtons } from '../../../../pickers/picture-buttons.tsx'

interface Typed {
  name: string
  code: string
  appGroupId: string
  logo: string | null
  homeUrl: string | null
  sortNum: number | null
  isListed: Flag
  remark: string | null
}
const words = text.form
const URI_MAX = 500

export function BaseTab(props: TabProps) {
  const groups = useCall(appGroup.list)
  // Waits for the groups, as a Select without the chosen one would show a wrong value.
  return (
    <Loaded of={groups} lines={8}>
      {data => <BaseForm {...props} groups={data.map(({ id, name }) => ({ value: id, label: name }))} />}
    </Loaded>
  )
}

function BaseForm({ groups, ...props }: TabProps & { groups: { value: string; label: string }[] }) {
  const { of } = props
  const [form] = Form.useForm<Typed>()
  const rules = useNameRules(of.id)
  const name = Form.useWatch('name', form) ?? of.name
  const { code, appGroupId, logo, homeUrl, sortNum, remark } = of
  return (
    <TabForm<Typed>
      {...props}
      name="base"
      form={form}
      initial={{ name: of.name, code, appGroupId, logo, homeUrl, sortNum, isListed: of.isListed as Flag, remark }}
      read={typed => ({
        ...typed,
        logo: typed.logo ?? '',
        homeUrl: typed.homeUrl ?? '',
        remark: typed.remark ?? '',
        sortNum: typed.sortNum ?? 1,
      })}
    >
      <Form.Item name="logo" label={words.logo}>
        <LogoField name={name} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={rules.name}>
          <TrimInput />
        </Form.Item>
        <Form.Item name="code" label={words.code} required validateFirst extra={words.codeHint} rules={rules.code}>
          <TrimInput />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="appGroupId" label={words.group} required>
          <SelectField options={groups} />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
      </div>
      <Form.Item name="homeUrl" label={words.homeUrl} extra={words.homeHint} rules={[homeUrlRule]}>
        <TrimInput maxLength={URI_MAX} inputMode="url" placeholder="https://" />
      </Form.Item>
      <FlagField name="isListed" label={words.listed} extra={words.listedHint} />
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </TabForm>
  )
}

interface LogoProps {
  name: string
  value?: string | null
  onChange?: (fileId: string | null) => void
  id?: string
}
const logoText = text.logo

/** The picture of an application; the server stores a sanitised copy. */
function LogoField({ name, value = null, onChange, id }: LogoProps) {
  return (
    <div className="app-logo">
      <AppLogo of={{ name, logo: value }} isLarge />
      <div>
        <PictureButtons words={logoText} value={value} onChange={onChange} id={id} />
        <p className="app-logo-hint">{logoText.hint}</p>
      </div>
    </div>
  )
}
