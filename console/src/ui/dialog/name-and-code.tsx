import { REMARK_MAX } from '@hufu/contract/shapes'
import { Form, Input, InputNumber, Switch } from 'antd'
import { FlagField } from '../form/flag-field.tsx'
import { legal, matches, needed, useServerRule, sortNumRule } from '../form/rules.ts'
import { TrimInput } from '../form/trim-input.tsx'
import { text } from '../list/list-text.ts'

const CODE = /^[A-Za-z0-9_.-]{1,50}$/

/** Asks the server whether another record has it. */
type IsTaken = (typed: string, signal: AbortSignal) => Promise<boolean>
interface Props {
  words: { name: string; code: string; codeHint: string; codeProblem: string; nameTaken?: string; codeTaken: string }
  /** Absent if names need not be unique. */
  isNameTaken?: IsTaken
  isCodeTaken: IsTaken
  codeForm?: RegExp
  /** Which of the two cannot be changed. */
  fixed?: { name: boolean; code: boolean }
}

/** Name and code fields: taken values are reported while typing, and refused by the server. */
export function NameAndCode({ words, isNameTaken, isCodeTaken, codeForm = CODE, fixed }: Props) {
  const nameRule = useServerRule(async (name, signal) => ((await isNameTaken?.(name, signal)) ? words.nameTaken : undefined))
  const codeRule = useServerRule(async (code, signal) => ((await isCodeTaken(code, signal)) ? words.codeTaken : undefined))
  return (
    <>
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput disabled={fixed?.name ?? false} />
      </Form.Item>
      <Form.Item
        name="code"
        label={words.code}
        extra={words.codeHint}
        required
        validateFirst
        rules={[needed(words.code), legal, matches(codeForm, words.codeProblem), codeRule]}
      >
        <TrimInput disabled={fixed?.code ?? false} />
      </Form.Item>
    </>
  )
}

export function SortNumField({ label, hint }: { label: string; hint?: string }) {
  return (
    <Form.Item name="sortNum" label={label} extra={hint} rules={[sortNumRule]}>
      <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
    </Form.Item>
  )
}

export function EnabledField({ label }: { label: string }) {
  return (
    <FlagField name="status" label={label}>
      <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
    </FlagField>
  )
}

export function RemarkField({ label }: { label: string }) {
  return (
    <Form.Item name="remark" label={label} rules={[legal]}>
      <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Form.Item>
  )
}
