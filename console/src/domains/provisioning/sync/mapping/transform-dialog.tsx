import type { Transform, TransformForm } from '@hufu/contract/provisioning/sync'
import { Form, Input, InputNumber } from 'antd'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { needed, rule } from '../../../../ui/form/rules.ts'
import { text } from './mapping-text.ts'
import { pairsIn, transformOf, typedOf } from './transform.ts'

const words = text.dialog
const WORD_MAX = 200

interface Props {
  of: TransformForm
  transform: Transform | undefined
  onKeep: (transform: Transform) => void
  onClose: () => void
}

/** The parameters of one transform. */
export default function TransformDialog({ of, transform, onKeep, onClose }: Props) {
  const submit = async (typed: Record<string, unknown>) => onKeep(transformOf(of, typed))
  return (
    <FormDialog<Record<string, unknown>> small title={of.name} initial={typedOf(of, transform)} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">{of.explanation}</p>
      {of.params.map(param => (
        <Param key={param.name} of={param} />
      ))}
    </FormDialog>
  )
}

const pairs = rule((typed?: string) => (pairsIn(typed ?? '') === undefined ? words.pairsWrong : undefined))

function Param({ of: { name, label, type, required, choices } }: { of: TransformForm['params'][number] }) {
  const rules = [...(required ? [needed(label)] : []), ...(type === 'pairs' ? [pairs] : [])]
  return (
    <Form.Item name={name} label={label} rules={rules} {...(type === 'pairs' && { extra: words.pairs })}>
      {type === 'pairs' ? (
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} spellCheck={false} />
      ) : type === 'number' ? (
        <InputNumber precision={0} className="wide" />
      ) : type === 'choice' ? (
        <SelectField options={choices.map(choice => ({ value: choice.value, label: choice.name }))} />
      ) : (
        <Input maxLength={WORD_MAX} spellCheck={false} autoComplete="off" />
      )}
    </Form.Item>
  )
}
