import type { ReplyOf } from '@hufu/contract/call'
import type { sms } from '@hufu/contract/messages/sms'
import { text } from './text.ts'
import { language } from '../../../platform/language.ts'

const words = text.tiles

interface Props {
  today: ReplyOf<typeof sms.overview>
  /** Shows the day's records of this result; '' for all of them. */
  onLook: (result: '' | '0' | '2') => void
}

/** What the day has cost, and whether it arrives. */
export function Tiles({ today: { sent, failed, waiting }, onLook }: Props) {
  return (
    <section className="sms-tiles" aria-label={words.label}>
      <Counted name={words.sent} count={sent + failed + waiting} onClick={() => onLook('')} />
      <Counted name={words.failed} count={failed} onClick={() => onLook('0')} />
      <div className="sms-tile" title={words.rateHint}>
        <span className="sms-tile-name">{words.rate}</span>
        <span className="sms-tile-count">{rateOf(failed, sent + failed)}</span>
      </div>
      {waiting > 0 && <Counted name={words.waiting} count={waiting} onClick={() => onLook('2')} />}
    </section>
  )
}

function Counted({ name, count, onClick }: { name: string; count: number; onClick: () => void }) {
  const number = count.toLocaleString(language)
  return (
    <button type="button" className="sms-tile sms-tile-open" onClick={onClick}>
      <span className="sms-tile-name">{name}</span>{' '}
      <span className="sms-tile-count">
        {number}
        <small> {words.unit}</small>
      </span>
    </button>
  )
}

/** One digit behind the point; a failure among thousands is never 0 %. */
export function rateOf(failed: number, settled: number): string {
  if (settled === 0) return words.noRate
  const share = (failed / settled) * 100
  return failed > 0 && share < 0.1 ? '<0.1%' : `${Number(share.toFixed(1))}%`
}
