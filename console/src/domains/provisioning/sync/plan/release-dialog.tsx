import { sync, type SyncRunInFull } from '@hufu/contract/provisioning/sync'
import { Form, Input } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { legal, needed } from '../../../../ui/form/rules.ts'
import { text } from './plan-text.ts'
import { REFRESHES } from '../list/use-sync-acts.ts'

const words = text.acts

/** The whole plan, or only its additions and changes. */
export type ReleaseScope = 'everything' | 'addChange'

interface Props {
  of: SyncRunInFull
  extent: ReleaseScope
  onStarted: (taskId: string) => void
  onClose: () => void
}

/** Sends the digest along, so that exactly the reviewed plan is carried out. */
export default function ReleaseDialog({ of: run, extent, onStarted, onClose }: Props) {
  const release = useAction(sync.release, { refreshes: REFRESHES })
  const isBlocked = run.state === 'blocked'
  // A user who may release their own run, because there is no other administrator, must give a reason.
  const isOwn = isBlocked && !run.mayRelease
  const isAll = extent === 'everything'
  const whole = run.mode === 'relink' ? words.idsText : words.runText
  const submit = async ({ reason }: { reason: string }) => {
    const answer = await release.run({
      body: { runId: run.id, digest: run.digest ?? '', ...(!isAll && { only: 'addChange' as const }), ...(reason && { reason }) },
    })
    if (!ok(answer)) return false
    onStarted(answer.data)
    return true
  }
  return (
    <FormDialog<{ reason: string }>
      title={isAll ? (isBlocked ? words.releaseTitle : words.runTitle) : words.addChangeTitle}
      initial={{ reason: '' }}
      danger={isBlocked && isAll}
      okText={isAll ? (isBlocked ? words.release : words.run) : words.addChange}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{isAll ? whole : words.addChangeText}</p>
      {isBlocked && (
        <Form.Item
          name="reason"
          label={words.reason}
          {...(isOwn && { extra: words.reasonHint })}
          rules={isOwn ? [needed(words.reason), legal] : [legal]}
        >
          <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      )}
    </FormDialog>
  )
}
