import type { ReplyOf } from '@hufu/contract/call'
import type { UserBrief } from '@hufu/contract/directory/user'
import { type ObjectType, objectTypes, review, type UserAct, userActs } from '@hufu/contract/governance/review'
import { Checkbox, Switch } from 'antd'
import { useState } from 'react'
import { flagOf, isOn } from '../../../platform/flag.ts'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Loaded } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { text as reviewerText } from './reviewer-text.ts'
import { text } from './text.ts'
import './review.css'

type Setting = ReplyOf<typeof review.setting>
interface Draft {
  isOn: boolean
  /** Acts on users that are reviewed as well. */
  acts: readonly UserAct[]
  examiners: readonly UserBrief[]
}
type Drafts = Record<ObjectType, Draft>
const words = text.set
// The other tabs are loaded when first opened.
const Stats = lazyComponent(() => import('./review-stats.tsx'))
const AllDeputies = lazyComponent(() => import('./all-deputies.tsx'))

const briefs = (setting: Setting, kind: ObjectType): UserBrief[] =>
  setting[kind].examiners.map(({ id, name, orgName }) => ({ id, realName: name, userName: '', orgName }))
const switchOf = { disable: 'openDisableExamine', move: 'openMoveExamine', reset: 'openResetExamine' } as const
const draftsOf = (setting: Setting): Drafts => ({
  user: {
    isOn: isOn(setting.openUserExamine),
    acts: userActs.filter(act => isOn(setting[switchOf[act]])),
    examiners: briefs(setting, 'user'),
  },
  org: { isOn: isOn(setting.openOrgExamine), acts: [], examiners: briefs(setting, 'org') },
})
const idsOf = ({ examiners }: Draft) => examiners.map(({ id }) => id)
const draftFingerprint = (drafts: Drafts) =>
  JSON.stringify(objectTypes.map(kind => [drafts[kind].isOn, drafts[kind].acts, idsOf(drafts[kind])]))

/** What is reviewed, and by whom without a workflow. */
export default function ExamineSetPage() {
  const [{ tab }, setParams] = useListParams({ tab: 'settings' })
  const found = useCall(review.setting)
  return (
    <Page title={words.title} description={words.description}>
      <Loaded of={found} lines={8}>
        {data => (
          <Tabs
            activeKey={tab}
            onChange={next => setParams({ tab: next })}
            items={[
              { key: 'settings', label: reviewerText.tabs.settings, children: <SettingForm setting={data} /> },
              { key: 'stats', label: reviewerText.tabs.stats, children: <Stats /> },
              { key: 'deputies', label: reviewerText.allDeputies.tab, children: <AllDeputies /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}

function SettingForm({ setting }: { setting: Setting }) {
  const save = useAction(review.saveSetting, { refreshes: [review.setting] })
  const [typed, setTyped] = useState<Drafts>()
  const stored = draftsOf(setting)
  const drafts = typed ?? stored
  const isChanged = draftFingerprint(drafts) !== draftFingerprint(stored)
  const submit = async () => {
    const body = {
      openUserExamine: flagOf(drafts.user.isOn),
      openOrgExamine: flagOf(drafts.org.isOn),
      openDisableExamine: flagOf(drafts.user.acts.includes('disable')),
      openMoveExamine: flagOf(drafts.user.acts.includes('move')),
      openResetExamine: flagOf(drafts.user.acts.includes('reset')),
      userExaminerIds: idsOf(drafts.user),
      orgExaminerIds: idsOf(drafts.org),
    }
    if (!ok(await save.run({ body }))) return
    setTyped(undefined)
    notifier.done(words.saved)
  }
  return (
    <>
      <div className="review-areas">
        {objectTypes.map(kind => (
          <Area
            key={kind}
            kind={kind}
            of={setting[kind]}
            draft={drafts[kind]}
            onChange={patch => setTyped({ ...drafts, [kind]: { ...drafts[kind], ...patch } })}
          />
        ))}
      </div>
      <ActButton call={review.saveSetting} type="primary" loading={save.pending} disabled={!isChanged} onClick={() => void submit()}>
        {words.save}
      </ActButton>
      <UnsavedGuard when={isChanged} />
    </>
  )
}

interface AreaProps {
  kind: ObjectType
  of: Setting['user']
  draft: Draft
  onChange: (patch: Partial<Draft>) => void
}
function Area({ kind, of, draft, onChange }: AreaProps) {
  const isFixed = !useMay()(review.saveSetting)
  const chosen = new Set(idsOf(draft))
  const unfit = of.examiners.filter(({ id, problem }) => problem !== null && chosen.has(id))
  const { workflow } = of
  return (
    <Card>
      <h2 className="card-title">{words.cards[kind]}</h2>
      <div className="review-set">
        <label className="review-switch">
          <Switch checked={draft.isOn} disabled={isFixed} onChange={isOn => onChange({ isOn })} /> {words.open[kind]}
        </label>
        {kind === 'user' && (
          <fieldset className="review-examiners">
            <legend>{words.acts}</legend>
            <Checkbox.Group
              disabled={isFixed || !draft.isOn}
              options={userActs.map(act => ({ value: act, label: words.act[act] }))}
              value={[...draft.acts]}
              onChange={acts => onChange({ acts: userActs.filter(act => acts.includes(act)) })}
            />
          </fieldset>
        )}
        <fieldset className="review-examiners">
          <legend>{words.examiners[kind]}</legend>
          {isFixed ? (
            text.names(draft.examiners.map(({ realName }) => realName))
          ) : (
            <UserSelect title={words.choose[kind]} value={draft.examiners} onChange={examiners => onChange({ examiners })} />
          )}
          {unfit.map(({ id, name, problem }) => (
            <p key={id} className="review-problem">
              {words.problem(name, problem ?? '')}
            </p>
          ))}
        </fieldset>
        <Descriptions
          of={[
            [words.workflow, workflow ? words.workflowOf(workflow.name, workflow.version) : words.noWorkflow],
            [words.pending, words.pendingCount(of.pending)],
            [words.notReviewed, text.names(of.notReviewed)],
          ]}
        />
      </div>
    </Card>
  )
}
