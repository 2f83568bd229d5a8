import type { ReplyOf } from '@hufu/contract/call'
import type { sms } from '@hufu/contract/messages/sms'
import { Figures } from '../../../ui/figures.tsx'
import { text } from './text.ts'

const words = text.tiles

interface Props {
  today: ReplyOf<typeof sms.overview>
  /** Shows the day's records with this result; '' for all. */
  onLook: (result: '' | '0' | '2') => void
}

/** The day's messages and failures. */
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

/** One decimal; a failure among thousands never shows as 0 %. */
export function rateOf(failed: number, settled: number): string {
  if (settled === 0) return words.noRate
  const share = (failed / settled) * 100
  return failed > 0 && share < 0.1 ? '<0.1%' : `${Number(share.toFixed(1))}%`
}
