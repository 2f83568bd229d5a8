import { security, type PendingConfirmation } from '@hufu/contract/operations/security'
import { useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { WARNING_MS } from '../../../../platform/constants.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { text } from './text.ts'

const words = text.trial
const SECOND = 1000

/** A pending change: the seconds left, and buttons to confirm or revert. */
export function ConfirmationBar() {
  const access = useCall(security.access)
  const pendingConfirmation = access.data?.trial
  return pendingConfirmation ? <Running key={access.dataUpdatedAt} trial={pendingConfirmation} /> : null
}

function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const { path } of [security.access, security.ip, security.loginWindow])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
}

function Running({ trial: pendingConfirmation }: { trial: PendingConfirmation }) {
  const refresh = useRefresh()
  const confirm = useAction(security.confirmTrial)
  const end = useAction(security.endTrial)
  const left = useCountdown(pendingConfirmation.secondsLeft, () => {
    notifier.toast(words.over, WARNING_MS, 'warning')
    refresh()
  })
  const act = async (of: typeof confirm, message: string) => {
    if (ok(await of.run())) notifier.done(message)
    refresh()
  }
  return (
    <Alert
      className="trial-bar"
      type="warning"
      showIcon
      title={words.running(pendingConfirmation.userName, left)}
      description={pendingConfirmation.canConfirm ? words.canConfirm : words.elsewhere}
      action={
        <span className="page-actions">
          <ActButton
            call={security.confirmTrial}
            type="primary"
            disabled={!pendingConfirmation.canConfirm}
            loading={confirm.pending}
            onClick={() => void act(confirm, words.confirmed)}
          >
            {words.confirm}
          </ActButton>
          <ActButton call={security.endTrial} loading={end.pending} onClick={() => void act(end, words.ended)}>
            {words.end}
          </ActButton>
        </span>
      }
    />
  )
}

/** Counts down the seconds and then reports the end once, two seconds late, as the server checks once a second. */
function useCountdown(from: number, onOver: () => void): number {
  const [until] = useState(() => performance.now() + from * SECOND)
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const tick = setInterval(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / SECOND))), SECOND)
    const over = setTimeout(onOver, until - performance.now() + 2 * SECOND)
    return () => {
      clearInterval(tick)
      clearTimeout(over)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what happens at the end is the same however often it is drawn
  }, [until])
  return left
}
