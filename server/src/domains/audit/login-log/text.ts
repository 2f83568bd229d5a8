import { fields, states } from '@hufu/contract/text'

/** Sentences of the login log's export. */
export const text = {
  file: '登录日志.xlsx',
  titles: [
    fields.time,
    fields.userName,
    fields.realName,
    fields.signInMethod,
    fields.result,
    fields.explanation,
    'IP',
    fields.browser,
    '操作系统',
    '会话编号',
  ],
  results: { 1: states.succeeded, 0: states.failed },
} as const
