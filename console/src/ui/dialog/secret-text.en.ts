import type { Translated } from '@hufu/contract/language'
import { acts, fields, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './secret-text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Save the client secret',
  about: 'The secret is shown this once and cannot be seen again; if it is lost, change it.',
  clientId: fields.clientId,
  clientSecret: fields.clientSecret,
  copyBoth: 'Copy both',
  copied: outcomes.copied,
  copyFailed: 'Could not be copied, select it and copy it yourself',
  kept: acts.savedIt,
  created: fields.createTime,
  current: 'In use',
  until: (time: string) => `Old secret, ends at ${time}`,
  none: 'There is no valid secret',
  rotate: {
    open: acts.rotateSecret,
    title: 'Change the client secret',
    about: 'The new secret is shown once. Put it to use soon.',
    choice: 'Old secret',
    keep: 'Keep the old secret valid for 24 hours',
    end: 'End the old secret now',
    ok: 'Change',
  },
}
