import type { Condition, Group, LabelRule } from '@hufu/contract/directory/label-rule'
import { positionAttributeList } from '@hufu/contract/directory/position-attribute-list'
import { named } from '@hufu/contract/text'
import { Fragment, type ReactNode } from 'react'
import { useCall } from '../../platform/calls.ts'
import { useOrgName } from './rule-orgs.tsx'
import { operatorOf, isGroup, type Line } from './rule-draft.ts'
import { text } from './rule-text.ts'
import './rule.css'

const FRESH_MS = 300_000

/** The rule as a sentence: 机构在（含下级）“信息科”，且职级是“处级” 的用户. */
export function RuleSentence({ of }: { of: LabelRule }) {
  return (
    <>
      <RuleText of={of} />
      {text.sentenceEnd}
    </>
  )
}

/** A saved rule as a sentence, with its consequences. */
export function RuleNote({ of, children }: { of: LabelRule; children: ReactNode }) {
  return (
    <div className="rule-found">
      <p className="rule-sentence">
        {text.sentence}
        <RuleSentence of={of} />
      </p>
      <p className="rule-count">{children}</p>
    </div>
  )
}

function RuleText({ of }: { of: LabelRule | Group }) {
  const lines: readonly Line[] = of.conditions
  return lines.map((one, at) => (
    <Fragment key={at}>
      {at > 0 && (of.match === 'all' ? text.and : text.or)}
      {isGroup(one) ? (
        <>
          {text.open}
          <RuleText of={one} />
          {text.close}
        </>
      ) : (
        <ConditionText of={one} />
      )}
    </Fragment>
  ))
}

function ConditionText({ of }: { of: Condition }) {
  return (
    <>
      {text.fields[of.field]}
      {text.gap}
      {text.hows[operatorOf(of) as keyof typeof text.hows]}
      {text.gap}
      <strong>{valueOf(of)}</strong>
      {of.field === 'org' && of.mainOnly && named.inBrackets('', text.mainOnly)}
    </>
  )
}

function valueOf(one: Condition): ReactNode {
  switch (one.field) {
    case 'org':
      return listed(one.orgIds.map(id => <OrgName key={id} id={id} />))
    case 'rank':
    case 'title':
    case 'duty':
    case 'post':
      return listed(one.ids.map(id => <PositionAttributeName key={id} kind={one.field} id={id} />))
    case 'jobType':
      return text.quoted(text.jobTypes[one.value])
    case 'status':
      return text.quoted(text.statuses[one.value])
    case 'gender':
      return text.quoted(text.genders[one.value])
    case 'validEndTime':
      return one.how === 'none' ? null : text.quoted(one.time?.slice(0, 10) ?? '')
    default:
      return text.quoted(one.text)
  }
}

const listed = (names: readonly ReactNode[]) =>
  names.map((name, at) => (
    <Fragment key={at}>
      {at > 0 && text.listed}
      {name}
    </Fragment>
  ))

const OrgName = ({ id }: { id: string }) => text.quoted(useOrgName(id).name)

function PositionAttributeName({ kind, id }: { kind: 'rank' | 'title' | 'duty' | 'post'; id: string }) {
  const list = useCall(positionAttributeList[kind], { staleTime: FRESH_MS })
  return text.quoted(list.data?.find(one => one.id === id)?.name ?? (list.data ? text.gone : ''))
}
