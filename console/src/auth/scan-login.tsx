import type { PublicConfig } from '@hufu/contract/operations/config'
import type { ScanType } from '@hufu/contract/credentials/scan'
import { useEffect, useState } from 'react'
import { toApp } from '../platform/address.ts'
import { interceptResponse, transmit } from '../platform/client.ts'
import { inBackground } from '../platform/error-log.ts'
import { newNonce } from '../platform/sign-in/sms-wait.ts'
import type { Envelope } from '../platform/transport/wire.ts'
import { BindForm } from './bind-form.tsx'
import { calls } from './calls.ts'
import { take } from './enter.ts'
import { FormProblem, showProblem } from './notices.tsx'
import { beginsSecondStep } from './second-step.ts'
import { ScanPicture } from '../domains/credentials/scan/scan-picture.tsx'
import { followScan, waitOrTabReturn, type ScanReply, type Scanning, type ScanView } from '../domains/credentials/scan/scan-poll.ts'
import { text } from '../domains/credentials/scan/scan-text.ts'
import './scan.css'

interface Props {
  config: PublicConfig | undefined
}
export const WechatLogin = ({ config }: Props) => <ScanLogin type="wx" config={config} />
export const AlipayLogin = ({ config }: Props) => <ScanLogin type="zfb" config={config} />

function ScanLogin({ type, config }: Props & { type: ScanType }) {
  const [round, setRound] = useState(0)
  const again = (sentence = '') => {
    showProblem(sentence)
    setRound(round + 1)
  }
  return <Scan key={round} type={type} captchaMode={config?.captchaMode} onAgain={again} />
}

interface ScanProps {
  type: ScanType
  captchaMode: number | undefined
  /** Starts another scan, with a sentence to show above it. */
  onAgain: (sentence?: string) => void
}
/** One scan, from its QR code to its end. */
function Scan({ type, captchaMode, onAgain }: ScanProps) {
  const view = useScan(type)
  if (view.phase === 'unbound') {
    const sentences = { ...text.bind, title: text[type].unbound }
    return <BindForm sentences={sentences} bindKey={view.bindKey} captchaMode={captchaMode} onAgain={onAgain} />
  }
  return (
    <div className="scan">
      <FormProblem />
      <ScanPicture type={type} view={view} onRefresh={onAgain} />
      <output className="quiet">{statusOf(type, view)}</output>
      {'qrUrl' in view && (
        <a href={view.qrUrl} target="_blank" rel="noreferrer">
          {text[type].open}
        </a>
      )}
    </div>
  )
}

function statusOf(type: ScanType, { phase }: ScanView): string {
  return {
    starting: text.starting,
    waiting: text[type].how,
    scanned: text.scanned,
    entering: text.entering,
    over: text.over,
    refused: '',
    unbound: '',
  }[phase]
}

/** Polls one scan while its form is mounted. */
function useScan(type: ScanType): ScanView {
  const [view, setView] = useState<ScanView>({ phase: 'starting' })
  useEffect(() => {
    const ending = new AbortController()
    inBackground(follow(type, setView, ending.signal))
    return () => ending.abort()
  }, [type])
  return view
}

async function follow(type: ScanType, show: Scanning['show'], signal: AbortSignal): Promise<void> {
  const query = { loginId: newNonce(), type }
  const answer = await followScan({
    ask: async () => {
      const reply = (await transmit(calls.doLogin, { query })) as ScanReply
      // While it waits there is no result; status false would be shown as an error.
      return String(reply.code) === '10004' ? reply : interceptResponse(reply)
    },
    isSeen: () => document.visibilityState === 'visible',
    pause: ms => waitOrTabReturn(ms, signal),
    now: () => Date.now(),
    show: view => {
      if (view.phase === 'refused' && view.message) showProblem(view.message)
      show(view)
    },
    signal,
  })
  if (answer) enter(answer, show)
}

function enter(answer: Envelope<Parameters<typeof take>[0]['data']>, show: Scanning['show']): void {
  const outcome = take(answer)
  if (outcome.in) return toApp()
  if (beginsSecondStep(outcome)) return
  showProblem(outcome.message)
  show({ phase: 'refused', message: outcome.message })
}
