import type { userLabel } from '@hufu/contract/directory/label'
import type { workGroup } from '@hufu/contract/directory/work-group'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { useEffect, useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { isWhole } from './rule-draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { text } from './rule-text.ts'

const PAUSE_MS = 500
const words = text.preview

interface Props {
  /** The call that previews the rule. */
  preview: typeof userLabel.preview | typeof workGroup.preview
  value?: LabelRule
  onChange?: (rule: LabelRule) => void
}

/** A rule with its sentence, and the users it finds while it is edited. */
export function RuleField({ preview, value, onChange }: Props) {
  if (!value) return null
  return (
    <>
      <div className="rule-found">
        <p className="rule-sentence">
          {text.sentence}
          <RuleSentence of={value} />
        </p>
        <Preview of={value} by={preview} />
      </div>
      <RuleEditor value={value} onChange={rule => onChange?.(rule)} />
    </>
  )
}

function Preview({ of, by }: { of: LabelRule; by: Props['preview'] }) {
  const rule = useDebouncedRule(of)
  const whole = isWhole(rule)
  const found = useCall(by, { body: { rule }, enabled: whole, keepPrevious: true })
  if (!whole) return <output className="rule-count">{words.waiting}</output>
  if (found.isError) return <output className="rule-count">{(found.error as Error).message}</output>
  if (!found.data) return <output className="rule-count" aria-busy="true" />
  const { total, records } = found.data
  return (
    <>
      <output className="rule-count" aria-busy={found.isFetching}>
        <strong>{words.total(total)}</strong>
        {total === 0 && ` ${words.nobody}`}
      </output>
      {records.length > 0 && (
        <ul className="rule-people" aria-label={words.first(records.length)}>
          {records.map(({ id, realName, userName, orgName }) => (
            <li key={id}>
              {realName} <small>{[userName, orgName].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The rule at the last pause of typing, to avoid a request at each letter. */
function useDebouncedRule(rule: LabelRule): LabelRule {
  const [paused, setPaused] = useState(rule)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(rule), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rule])
  return paused
}
