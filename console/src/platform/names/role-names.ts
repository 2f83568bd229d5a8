import { t } from '@hufu/contract/language'

/** English names of the roles of a new installation; a renamed role is shown by its stored name. */
const english: Readonly<Record<string, string>> = {
  超级管理员: 'Super administrator',
  系统管理员: 'System administrator',
  机构管理员: 'Organisation administrator',
  应用管理员: 'Application administrator',
  审核员: 'Reviewer',
  审计员: 'Auditor',
}
/** The displayed name of a role: as it is stored, or in English. */
export const roleName = t(
  (stored: string): string => stored,
  stored => (Object.hasOwn(english, stored) ? english[stored]! : stored),
)
