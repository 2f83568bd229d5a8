import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import type { Condition, Group, LabelRule } from '@hufu/contract/directory/label-rule'
import { Button } from 'antd'
import { SelectField } from '../../ui/form/select-field.tsx'
import { ConditionRow } from './rule-condition.tsx'
import { blankOf, CONDITIONS_MAX, countOf, isGroup, type Line } from './rule-draft.ts'
import { text } from './rule-text.ts'

interface Props {
  value: LabelRule
  onChange: (rule: LabelRule) => void
}

/** Conditions and groups of conditions: two levels. */
export function RuleEditor({ value, onChange }: Props) {
  const isFull = countOf(value) >= CONDITIONS_MAX
  const set = (conditions: readonly Line[]) => onChange({ ...value, conditions: [...conditions] })
  const numbers = numbersOf(value)
  return (
    <div className="rule">
      <Match of={value} label={text.matchOf} after={text.matchAfter} onChange={match => onChange({ ...value, match })} />
      {value.conditions.map((one, at) =>
        isGroup(one) ? (
          <fieldset key={at} className="rule-group" aria-label={text.group}>
            <Lines
              of={one}
              numbers={numbers[at]!}
              isFull={isFull}
              onChange={group => set(value.conditions.with(at, group))}
              onRemove={() => set(value.conditions.toSpliced(at, 1))}
            />
          </fieldset>
        ) : (
          <ConditionRow
            key={at}
            n={numbers[at]![0]!}
            value={one}
            onChange={next => set(value.conditions.with(at, next))}
            onRemove={() => set(value.conditions.toSpliced(at, 1))}
          />
        ),
      )}
      <div className="rule-acts" title={isFull ? text.full(CONDITIONS_MAX) : undefined}>
        <AddCondition isFull={isFull} onAdd={one => set([...value.conditions, one])} />
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={isFull}
          onClick={() => set([...value.conditions, { match: value.match === 'all' ? 'any' : 'all', conditions: [blankOf('rank')] }])}
        >
          {text.addGroup}
        </Button>
      </div>
    </div>
  )
}

interface LinesProps {
  of: Group
  numbers: readonly number[]
  isFull: boolean
  onChange: (group: Group) => void
  onRemove: () => void
}

function Lines({ of, numbers, isFull, onChange, onRemove }: LinesProps) {
  const set = (conditions: Condition[]) => (conditions.length === 0 ? onRemove() : onChange({ ...of, conditions }))
  return (
    <>
      <div className="rule-group-head">
        <Match of={of} label={text.matchGroup} after={text.matchAfterGroup} onChange={match => onChange({ ...of, match })} />
        <Button type="text" size="small" aria-label={text.removeGroup} icon={<CloseOutlined aria-hidden />} onClick={onRemove} />
      </div>
      {of.conditions.map((one, at) => (
        <ConditionRow
          key={at}
          n={numbers[at]!}
          value={one}
          onChange={next => set(of.conditions.with(at, next))}
          onRemove={() => set(of.conditions.toSpliced(at, 1))}
        />
      ))}
      <AddCondition isFull={isFull} onAdd={one => set([...of.conditions, one])} />
    </>
  )
}

function AddCondition({ isFull, onAdd }: { isFull: boolean; onAdd: (one: Condition) => void }) {
  return (
    <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => onAdd(blankOf('rank'))}>
      {text.addCondition}
    </Button>
  )
}

interface MatchProps {
  of: { match: 'all' | 'any' }
  label: string
  after: string
  onChange: (match: 'all' | 'any') => void
}

function Match({ of, label, after, onChange }: MatchProps) {
  return (
    <p className="rule-match">
      {text.matchBefore}
      <SelectField aria-label={label} value={of.match} options={matches} onChange={match => onChange(match as 'all' | 'any')} />
      {after}
    </p>
  )
}
const matches = [
  { value: 'all', label: text.all },
  { value: 'any', label: text.any },
]

/** Numbers the conditions, for their accessible names. */
function numbersOf({ conditions }: LabelRule): number[][] {
  let n = 0
  return conditions.map(one => (isGroup(one) ? one.conditions.map(() => ++n) : [++n]))
}
