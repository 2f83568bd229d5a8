import { chineseCommon } from '../protocol/text.ts'
import { inBoth } from '../../../platform/http/language.ts'
import { english } from './text.en.ts'

/** Sentences of signing in by CAS. */
export const chinese = {
  ...chineseCommon,
  unknownService: '该应用未登记',
  unknownServiceHow: '请联系应用管理员，在应用的服务地址中登记它',
  malformed: '登录请求不正确',
  malformedHow: '请回到应用重新登录，或联系应用管理员',
} as const

export const text = inBoth(chinese, english)
