import type { SyncVerdict } from '@hufu/contract/provisioning/sync'
import type { Tone } from '../../../ui/tag.tsx'

export const verdictTones: Readonly<Record<SyncVerdict, Tone>> = {
  new: 'good',
  changed: 'info',
  unchanged: 'plain',
  gone: 'bad',
  back: 'good',
  conflict: 'warn',
  refused: 'bad',
  ignored: 'plain',
}
