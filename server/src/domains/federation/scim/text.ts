import { problems } from '@hufu/contract/text'
import { english } from './text.en.ts'

/** Messages that SCIM clients receive. */
export const chinese = {
  missing: '资源不存在',
  unknownPath: problems.apiMissing,
  wrongMethod: '请求方式不支持',
  unauthorized: '访问令牌或客户端密钥不正确',
  notSetUp: '该客户端未启用SCIM，请先在API授权中设置',
  notGranted: (scope: string) => `该客户端未获授权：${scope}`,
  defect: (trace: string) => `系统异常，请稍后重试（编号${trace}）`,
  bodyMissing: '请求内容不能为空',
  bodyWrong: '请求内容应为JSON对象',
  filterWrong: (at: number) => `过滤条件第${at}个字符处有误`,
  filterTooLong: (max: number) => `过滤条件不能超过${max}个字符`,
  filterTooManyTerms: (max: number) => `过滤条件不能超过${max}项`,
  filterTooDeep: (max: number) => `过滤条件嵌套不能超过${max}层`,
  filterAttribute: (name: string) => `不能按属性${name}过滤`,
  filterOperator: (name: string, op: string) => `属性${name}不支持运算符${op}`,
  filterValue: (name: string) => `属性${name}的比较值类型不正确`,
  noFilterHere: '该接口不支持过滤',
  sortAttribute: (name: string) => `不能按属性${name}排序`,
  number: (name: string) => `参数${name}应为整数`,
  valueWrong: (name: string) => `属性${name}的值不正确`,
  required: (name: string) => `属性${name}不能为空`,
  extraTooLarge: (kib: number) => `附加属性不能超过${kib}KiB`,
  changed: '资源已被修改，请重新读取',
  patchEmpty: 'Operations不能为空',
  patchTooMany: (max: number) => `一次最多${max}个操作`,
  patchOp: (op: string) => `不支持的操作：${op}`,
  patchPath: (path: string) => `路径不正确：${path}`,
  patchTarget: (path: string) => `路径没有匹配的值：${path}`,
  patchNoPath: 'remove操作必须指定path',
  readOnly: (name: string) => `属性${name}只读`,
  externalIdTaken: 'externalId已被使用',
  userNameTaken: problems.userNameTaken,
  orgUnknown: (name: string) => `机构不存在或不唯一：${name}`,
  codeUnknown: (name: string) => `编码不存在：${name}`,
  membersUnknown: (ids: readonly string[]) => `成员不存在：${ids.join('、')}`,
  ownRoot: '不能删除或移动客户端的根机构',
  ownRootName: '不能重命名客户端的根机构',
  labelOfAll: '标签由全部机构共用，只有根机构为最上级的客户端才能新增、重命名或删除',
  groupsChanged: '组的类型已更改，请重新读取',
  blocked: (why: string) => `该客户端已被保护暂停：${why}`,
  blockedBy: { delete: '删除用户过多', disable: '停用用户过多', members: '清空组过多', org: '移动或删除机构过多' },
  bulkTooMany: (max: number) => `一次最多${max}个批量操作`,
  bulkCircle: 'bulkId循环引用或不存在',
  bulkMethod: (method: string) => `批量操作不支持：${method}`,
  cursorWrong: '游标不正确或与首次请求的参数不一致',
  cursorOver: '游标已过期，请重新开始',
  cursorCount: '使用游标时count应大于0',
  cursorAndIndex: 'startIndex与cursor不能同时使用',
  severalTypes: '不支持跨类型查询',
  noMe: '客户端没有本人资源',
  passwordNotGranted: '该客户端未获授权设置密码',
} as const

/** What a client receives in the language of its request, while the records keep the Chinese. */
export interface Sentence {
  zh: string
  en: string
}
type Sentences<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? Sentence
    : T[K] extends (...args: infer Args) => string
      ? (...args: Args) => Sentence
      : Sentences<T[K]>
}
type Said = string | ((...args: never[]) => string) | { readonly [name: string]: Said }

/** Pairs each sentence with its translation when it is asked for. */
function inBoth(zh: Said, en: Said): unknown {
  if (typeof zh === 'string') return { zh, en }
  if (typeof zh === 'function') return (...args: never[]) => ({ zh: zh(...args), en: (en as typeof zh)(...args) })
  return new Proxy(zh, { get: (said, name) => inBoth(said[String(name)]!, (en as typeof said)[String(name)]!) })
}

export const text = inBoth(chinese, english) as Sentences<typeof chinese>

export const blocked = (why: Sentence): Sentence => ({ zh: chinese.blocked(why.zh), en: english.blocked(why.en) })
