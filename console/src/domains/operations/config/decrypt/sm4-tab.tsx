import { user } from '@hufu/contract/directory/user'
import { config } from '@hufu/contract/operations/config'
import { Button, Form, Input, Radio } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { needed } from '../../../../ui/form/rules.ts'
import { ReasonField } from './reason-field.tsx'
import { Result } from './result.tsx'
import { text } from './text.ts'
import { useResult } from './use-result.ts'

interface Typed {
  type: 'en' | 'de'
  data: string
  reason?: string
}

export function Sm4Tab() {
  const [form] = Form.useForm<Typed>()
  const type = Form.useWatch('type', form) ?? 'de'
  const result = useResult()
  const run = useAction(user.sm4, { refreshes: [config.pageDecryption] })
  const submit = async ({ data, reason }: Typed) => {
    result.wipe()
    const answer = await run.run({ body: { data, type, ...(reason && { reason }) } })
    if (ok(answer)) result.show(answer.data)
  }
  const clear = () => {
    form.resetFields()
    result.wipe()
  }
  return (
    <div className="decrypt-pair">
      <Form<Typed>
        form={form}
        layout="vertical"
        initialValues={{ type: 'de', data: '', reason: '' }}
        onFinish={typed => void submit(typed)}
      >
        <Form.Item name="type" label={text.direction}>
          <Radio.Group options={directions} onChange={result.wipe} />
        </Form.Item>
        <Form.Item name="data" label={text.data} extra={text.dataHint} rules={[needed(text.data)]}>
          <Input.TextArea rows={5} maxLength={100_000} spellCheck={false} autoComplete="off" className="lines-field" />
        </Form.Item>
        <ReasonField isNeeded={type === 'de'} />
        <div className="decrypt-acts">
          <Button type="primary" htmlType="submit" loading={run.pending}>
            {text.run[type]}
          </Button>
          <Button onClick={clear}>{text.clear}</Button>
        </div>
      </Form>
      <Result of={result} />
    </div>
  )
}

const directions = [
  { value: 'de', label: text.directions.de },
  { value: 'en', label: text.directions.en },
]
