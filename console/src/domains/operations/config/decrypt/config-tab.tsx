import { config } from '@hufu/contract/operations/config'
import { Button, Form, Input } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { needed } from '../../../../ui/form/rules.ts'
import { ReasonField } from './reason-field.tsx'
import { Result } from './result.tsx'
import { text } from './text.ts'
import { useResult } from './use-result.ts'

interface Typed {
  rsaPwd: string
  reason: string
}

export function ConfigTab() {
  const [form] = Form.useForm<Typed>()
  const result = useResult()
  const run = useAction(config.decryptValue, { refreshes: [config.pageDecryption] })
  const submit = async ({ rsaPwd, reason }: Typed) => {
    result.wipe()
    const answer = await run.run({ query: { rsaPwd: rsaPwd.trim(), reason } })
    if (ok(answer)) result.show(answer.data)
  }
  const clear = () => {
    form.resetFields()
    result.wipe()
  }
  return (
    <div className="decrypt-pair">
      <Form<Typed> form={form} layout="vertical" initialValues={{ rsaPwd: '', reason: '' }} onFinish={typed => void submit(typed)}>
        <Form.Item name="rsaPwd" label={text.cipher} extra={text.cipherHint} rules={[needed(text.cipher)]}>
          <Input.TextArea rows={5} maxLength={12_000} spellCheck={false} autoComplete="off" className="lines-field" />
        </Form.Item>
        <ReasonField isNeeded />
        <div className="decrypt-acts">
          <Button type="primary" htmlType="submit" loading={run.pending}>
            {text.run.de}
          </Button>
          <Button onClick={clear}>{text.clear}</Button>
        </div>
      </Form>
      <Result of={result} />
    </div>
  )
}
