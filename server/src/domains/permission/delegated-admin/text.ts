import { fields, states } from '@hufu/contract/text'

/** The texts of the exported table of delegations. */
export const text = {
  file: '分级管理员.xlsx',
  titles: [
    fields.realName, fields.userName, fields.managedOrg, states.withChildren, '菜单数', '按钮数', fields.redelegable, '授权来源', fields.grantor, fields.beginTime, fields.endTime, fields.status, '下级授权数', fields.createTime,
  ],
  yes: states.yes,
  no: states.no,
  states: { live: states.inEffect, waiting: states.notBegun, ended: states.expired, disabled: states.alreadyDisabled, resting: states.paused },
} as const // prettier-ignore
