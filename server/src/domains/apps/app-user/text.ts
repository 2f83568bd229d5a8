import { fields, states, things } from '@hufu/contract/text'

export const text = {
  exportFile: '应用用户.xlsx',
  titles: [
    fields.realName,
    fields.account,
    things.org,
    fields.appAccount,
    fields.source,
    things.role,
    fields.status,
    '可打开',
    fields.grantTime,
  ],
  sources: { direct: states.grantedDirectly, group: states.grantedThrough },
  enabled: states.enabled,
  disabled: states.disabled,
  yes: states.yes,
  no: states.no,
} as const
