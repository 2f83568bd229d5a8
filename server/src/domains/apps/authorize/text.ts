import { fields, states, things } from '@hufu/contract/text'

export const text = {
  exportFile: '应用授权.xlsx',
  titles: [
    fields.grantSubject,
    '对象类型',
    states.withChildren,
    things.app,
    things.role,
    fields.effectiveTime,
    fields.expiryTime,
    fields.grantor,
    fields.grantTime,
  ],
  types: {
    user: things.user,
    org: things.org,
    label: things.userLabel,
    workGroup: things.workGroup,
    post: fields.post,
    stripe: things.businessLine,
  },
  yes: states.yes,
  no: states.no,
} as const
