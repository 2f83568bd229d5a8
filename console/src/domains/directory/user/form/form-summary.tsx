import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { flushSync } from 'react-dom'
import type { Typed } from './draft.ts'
import { changesOf, type Section, sectionsOf } from './form-sections.ts'
import { formText } from './form-text.ts'
import type { Required } from './user-form-page.tsx'

const words = formText
/** The section above 更多. */
const FIRST = 'form-basic'

interface Props {
  initial: Partial<Typed>
  isNew: boolean
  required: Required
  faulty: readonly string[]
  /** Opens the sections below 更多. */
  onOpen: () => void
}

/** Beside a long form: links to its parts, missing fields of each, and what has been changed. */
export function FormSummary({ initial, isNew, required, faulty, onOpen }: Props) {
  const form = Form.useFormInstance<Typed>()
  const typed = (Form.useWatch([], form) as Partial<Typed> | undefined) ?? initial
  const show = (id: string) => {
    if (id !== FIRST) flushSync(onOpen)
    goTo(id)
  }
  return (
    <nav className="form-summary" aria-label={words.summary}>
      <ul>
        {sectionsOf(typed, { isNew, required, faulty }).map(section => (
          <li key={section.id}>
            <button type="button" onClick={() => show(section.id)}>
              <State of={section} />
              {section.title}
            </button>
          </li>
        ))}
      </ul>
      {!isNew && <Changes of={changesOf(initial, typed)} />}
    </nav>
  )
}

function State({ of: { missing, wrong } }: { of: Section }) {
  if (wrong > 0) return <CloseCircleFilled aria-label={words.wrong(wrong)} title={words.wrong(wrong)} className="form-state form-wrong" />
  if (missing === undefined) return <MinusCircleOutlined aria-label={words.noneNeeded} title={words.noneNeeded} className="form-state" />
  if (missing === 0) return <CheckCircleFilled aria-label={words.complete} title={words.complete} className="form-state form-complete" />
  return (
    <span className="form-state form-missing" title={words.missing(missing)}>
      <span aria-hidden="true">{missing}</span>
      <span className="heard-only">{words.missing(missing)}</span>
    </span>
  )
}

function Changes({ of }: { of: readonly string[] }) {
  return (
    <p className="form-changes">
      <strong>{of.length > 0 ? words.changes : words.unchanged}</strong>
      {words.changed(of)}
    </p>
  )
}

/** Scrolls to its heading and focuses its first field. */
function goTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.parentElement?.querySelector<HTMLElement>('input:not(:disabled), textarea, button')?.focus({ preventScroll: true })
}
