import type { RunMode, SyncVerdict } from '@hufu/contract/provisioning/sync'
import type { Tone } from '../../../../ui/tag.tsx'

const tones: Readonly<Record<SyncVerdict, Tone>> = {
  new: 'good',
  changed: 'info',
  unchanged: 'plain',
  gone: 'bad',
  back: 'good',
  conflict: 'warn',
  refused: 'bad',
  ignored: 'plain',
}

export const verdictTone = (verdict: SyncVerdict, mode: RunMode | undefined): Tone =>
  verdict === 'gone' && mode === 'relink' ? 'plain' : tones[verdict]
