import type { Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './subject-text.ts'

export const text: Translated<typeof chinese> = {
  search: acts.findByName,
  nothing: 'There is nothing to choose',
  orgHint: 'Click an organisation to choose it, again to leave it out; choose as many as you like',
  below: states.withChildOrgs,
  rights: {
    hint: 'Applications and roles granted directly; those from permission groups are shown there.',
    manage: 'Go to application grants',
    label: (name: string) => `Grants of ${name}`,
    none: 'No application has been granted yet',
    noneHint: 'After a grant its people can open the application at once.',
    app: things.app,
    roles: 'Roles',
    noRoles: 'May only open it',
    endTime: fields.expiryTime,
    over: states.expired,
    forever: states.noEndDate,
    grantedBy: fields.grantor,
    createTime: fields.grantTime,
  },
  ok: (count: number) => (count > 0 ? `OK (${count})` : acts.confirm),
}
