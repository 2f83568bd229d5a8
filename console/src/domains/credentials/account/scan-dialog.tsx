import { scan, type ScanType } from '@hufu/contract/credentials/scan'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { inBackground } from '../../../platform/error-log.ts'
import { ScanPicture } from '../scan/scan-picture.tsx'
import { followScan, waitOrTabReturn, type ScanReply, type ScanView } from '../scan/scan-poll.ts'
import { text as scanText } from '../scan/scan-text.ts'
import { interceptResponse, notifier, transmitWithStepUp } from '../../../platform/client.ts'
import { newNonce } from '../../../platform/sign-in/sms-wait.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text } from './text.ts'

const words = text.bindings
type BindingResult = { bound: boolean }

interface Props {
  type: ScanType
  onClose: () => void
}

/** Binds the WeChat or Alipay account that scans the QR code. */
export function ScanDialog(props: Props) {
  const [round, setRound] = useState(0)
  return (
    <Dialog title={words.titleOf(words.kinds[props.type].name)} small onClose={props.onClose}>
      <Scan key={round} {...props} onAgain={() => setRound(round + 1)} />
    </Dialog>
  )
}

function Scan({ type, onClose, onAgain }: Props & { onAgain: () => void }) {
  const view = useBindingScan(type, onClose)
  const isOver = view.phase === 'over' || view.phase === 'refused'
  return (
    <div className="binding-scan">
      {view.phase === 'refused' && <Alert type="error" role="alert" showIcon title={view.message || words.unfinished} />}
      {isOver ? <Button onClick={onAgain}>{scanText.refresh}</Button> : <ScanPicture type={type} view={view} onRefresh={onAgain} />}
      <output>{statusOf(type, view)}</output>
      {'qrUrl' in view && (
        <a href={view.qrUrl} target="_blank" rel="noreferrer">
          {scanText[type].open}
        </a>
      )}
    </div>
  )
}

const statusOf = (type: ScanType, { phase }: ScanView): string =>
  ({
    starting: scanText.starting,
    waiting: words.kinds[type].scan,
    scanned: scanText.scanned,
    entering: words.binding,
    over: scanText.over,
    refused: '',
    unbound: '',
  })[phase]

/** Polls one scan while the dialog is open. */
function useBindingScan(type: ScanType, onClose: () => void): ScanView {
  const [view, setView] = useState<ScanView>({ phase: 'starting' })
  const client = useQueryClient()
  useEffect(() => {
    const ending = new AbortController()
    const body = { loginId: newNonce(), type }
    const ask = async () => {
      const reply = (await transmitWithStepUp(scan.bind, { body })) as ScanReply<BindingResult>
      // A waiting scan is not an error to be alerted.
      return String(reply.code) === '10004' ? reply : interceptResponse(reply)
    }
    const follow = async () => {
      const { signal } = ending
      const isSeen = () => document.visibilityState === 'visible'
      const pause = (ms: number) => waitOrTabReturn(ms, signal)
      const answer = await followScan<BindingResult>({ ask, isSeen, pause, now: () => Date.now(), show: setView, signal })
      if (!answer) return
      notifier.done(words.done)
      inBackground(client.invalidateQueries({ queryKey: [scan.bindings.path] }))
      onClose()
    }
    inBackground(follow())
    return () => ending.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one scan, whatever is drawn around it
  }, [type])
  return view
}
