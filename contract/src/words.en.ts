import { reasons } from './field-text.ts'
import { fields, things } from './text.ts'

/** The English of labels that refusals insert; a label without an entry is inserted as it is. */
const labels: Readonly<Record<string, string>> = {
  [fields.realName]: 'Name',
  [fields.name]: 'Name',
  [fields.userName]: 'User name',
  [fields.phone]: 'Phone number',
  [fields.idCard]: 'ID card number',
  [fields.originUserId]: 'User ID in the source system',
  [fields.originOrgId]: 'Organisation ID in the source system',
  [fields.employeeNumber]: 'Employee number',
  [fields.email]: 'E-mail',
  [fields.gender]: 'Gender',
  [fields.avatar]: 'Avatar',
  [fields.status]: 'Status',
  [fields.remark]: 'Remark',
  [fields.sortNum]: 'Sort number',
  [fields.code]: 'Code',
  [fields.validUntil]: 'Valid until',
  [fields.job]: 'Jobs',
  [fields.jobType]: 'Job type',
  [fields.label]: 'Labels',
  [fields.rank]: 'Rank',
  [fields.title]: 'Professional title',
  [fields.duty]: 'Duty',
  [fields.post]: 'Post',
  [fields.orgName]: 'Organisation name',
  [fields.orgCode]: 'Organisation code',
  [fields.orgType]: 'Organisation type',
  [fields.shortName]: 'Short name',
  [fields.leader]: 'Person in charge',
  [fields.telephone]: 'Telephone',
  [fields.address]: 'Address',
  [fields.parent]: 'Parent',
  [fields.parentOrg]: 'Parent organisation',
  [fields.mainOrg]: 'Organisation of the main job',
  [fields.owningOrg]: 'Organisation',
  [fields.pushUrl]: 'Push address',
  [fields.pushObject]: 'Push objects',
  推送密钥: 'Push secret',
  [things.org]: 'Organisation',
  [things.user]: 'User',
}

export const labelInEnglish = (label: unknown): string => {
  const name = String(label)
  return Object.hasOwn(labels, name) ? labels[name]! : `“${name}”`
}

/** What is wrong with a field, shown after its name; `#` stands for the limit or the values. */
const problems: Readonly<Record<Exclude<keyof typeof reasons, 'types'>, string>> = {
  missing: 'is required',
  unknown: 'is not a known field',
  unreadable: 'contains unusable characters',
  wrong: 'has a wrong value',
  form: 'is not in the right format',
  unwritable: 'cannot be changed by this call',
  tooLong: 'is longer than # characters',
  tooShort: 'is shorter than # characters',
  tooMany: 'has more than # items',
  tooFew: 'has fewer than # items',
  tooGreat: 'is greater than #',
  tooSmall: 'is less than #',
  oneOf: 'must be one of #',
}
const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

/** Each Chinese reason as the text before and after its parameter, with the English reason. */
const patterns = Object.entries({ ...reasons, ...reasons.types }).flatMap(([name, reason]) => {
  if (typeof reason === 'object') return []
  const chineseLabel = typeof reason === 'string' ? reason : (reason as (gap: unknown) => string)('#')
  const [before = '', after] = chineseLabel.split('#')
  return [{ before, after, english: types[name] ?? problems[name as keyof typeof problems] }]
})

/** Undefined if the text is not one of Hufu's reasons. */
export function reasonInEnglish(reason: unknown): string | undefined {
  const name = String(reason)
  for (const { before, after, english } of patterns) {
    if (
      after === undefined ? name === before : name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length
    )
      return english.replace('#', name.slice(before.length, name.length - (after?.length ?? 0)))
  }
  return undefined
}
