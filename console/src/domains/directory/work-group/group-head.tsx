import { type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { isOn } from '../../../platform/flag.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { RuleNote } from '../../../pickers/rule/rule-sentence.tsx'
import { useGroupActs } from './group-acts.tsx'
import { GroupState } from './group-list.tsx'
import { text } from './text.ts'

interface Props {
  group: WorkGroup
  onEdit: () => void
  onRemoved: () => void
}
const words = text.facts

/** The group's data and the operations on it. */
export function GroupHead({ group, onEdit, onRemoved }: Props) {
  const acts = useGroupActs(onRemoved)
  return (
    <>
      <div className="group-head">
        <h2 className="card-title">
          {group.name} <GroupState group={group} />
        </h2>
        <div className="group-acts">
          <ActButton call={workGroup.update} size="small" onClick={onEdit}>
            {text.edit}
          </ActButton>
          <ActButton call={workGroup.setStatus} size="small" onClick={() => acts.setStatus(group, isOn(group.status) ? 0 : 1)}>
            {isOn(group.status) ? text.disable : text.enable}
          </ActButton>
          <ActButton call={workGroup.remove} size="small" danger onClick={() => acts.remove(group)}>
            {text.remove}
          </ActButton>
        </div>
      </div>
      <Descriptions
        of={[
          [words.code, <code key="code">{group.code}</code>],
          [words.org, group.orgId === null ? words.whole : group.orgName],
          [words.leader, group.leaderName ?? words.noLeader],
          [words.validEndTime, group.validEndTime ? <Time key="end" at={group.validEndTime} /> : words.always],
          ...(group.remark ? [[words.remark, group.remark] as const] : []),
        ]}
      />
      {group.rule && (
        <RuleNote of={group.rule}>
          {text.members.byRule} <RuleState group={group} />
        </RuleNote>
      )}
    </>
  )
}

/** How far the members follow a rule that is still being applied. */
function RuleState({ group }: { group: WorkGroup }) {
  if (group.state === 'ready') return null
  if (group.state === 'running') return <StatusTag tone="info">{text.states.running}</StatusTag>
  return (
    <span title={text.incompleteHint}>
      <StatusTag tone="warn">{text.states.incomplete}</StatusTag>
    </span>
  )
}
