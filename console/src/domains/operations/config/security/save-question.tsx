import { Form, Input } from 'antd'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { needed, rule } from '../../../../ui/form/rules.ts'
import { text } from './text.ts'

export interface Sentences {
  /** What becomes weaker. */
  weaker: readonly string[]
  /** Who is affected. */
  impact: readonly string[]
}
export interface Question extends Sentences {
  onSave: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}
interface Props extends Question {
  /** The word to type: the name of the tab. */
  word: string
}
interface Typed {
  reason?: string
  word?: string
}
const words = text.question

/** Asked if users are affected or security becomes weaker; the latter requires a reason and the name of the tab. */
export default function SaveQuestion({ weaker, impact, word, onSave, onClose }: Props) {
  const isGrave = weaker.length > 0
  return (
    <FormDialog<Typed> title={words.title} small initial={{}} okText={words.ok} onSubmit={({ reason }) => onSave(reason)} onClose={onClose}>
      <List title={words.weaker} of={weaker} />
      <List title={words.impact} of={impact} />
      {isGrave && (
        <>
          <Form.Item name="reason" label={words.reason} extra={words.reasonHint} rules={[needed(words.reason)]}>
            <Input.TextArea rows={2} maxLength={REMARK_MAX} />
          </Form.Item>
          <Form.Item
            name="word"
            label={words.word(word)}
            required
            rules={[rule((typed?: string) => (typed?.trim() === word ? undefined : words.wordProblem(word)))]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}

function List({ title, of: sentences }: { title: string; of: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}
