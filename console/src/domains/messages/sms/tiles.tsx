import type { ReplyOf } from '@hufu/contract/call'
import type { sms } from '@hufu/contract/messages/sms'
import { Figures } from '../../../ui/figures.tsx'
import { text } from './text.ts'

const words = text.tiles

interface Props {
  today: ReplyOf<typeof sms.overview>
  /** Shows the day's records of this result; '' for all of them. */
  onLook: (result: '' | '0' | '2') => void
}

/** What the day has cost, and whether it arrives. */
export function Tiles({ today: { sent, failed, waiting }, onLook }: Props) {
  return (
    <Figures
      label={words.label}
      of={[
        { name: words.sent, value: sent + failed + waiting, unit: words.unit, onOpen: () => onLook('') },
        { name: words.failed, value: failed, unit: words.unit, onOpen: () => onLook('0') },
        { name: words.rate, value: rateOf(failed, sent + failed), hint: words.rateHint },
        ...(waiting > 0 ? [{ name: words.waiting, value: waiting, unit: words.unit, onOpen: () => onLook('2') }] : []),
      ]}
    />
  )
}

/** One digit behind the point; a failure among thousands is never 0 %. */
export function rateOf(failed: number, settled: number): string {
  if (settled === 0) return words.noRate
  const share = (failed / settled) * 100
  return failed > 0 && share < 0.1 ? '<0.1%' : `${Number(share.toFixed(1))}%`
}
