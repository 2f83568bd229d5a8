import { sourceOptions, type BuiltSource, type SourceType } from '@hufu/contract/provisioning/sync-options'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { databaseSource } from './database-source.ts'
import { dingtalkSource } from './dingtalk-source.ts'
import { feishuSource } from './feishu-source.ts'
import { fileSource } from './file-source.ts'
import { httpSource } from './http-source.ts'
import { ldapSource } from './ldap-source.ts'
import { scimSource } from './scim-source.ts'
import type { Connection, OpenSource, Source } from './source.ts'
import { wecomSource } from './wecom-source.ts'

const open: Readonly<Record<BuiltSource, OpenSource>> = {
  http: httpSource,
  ldap: ldapSource,
  ad: ldapSource,
  database: databaseSource,
  scim: scimSource,
  file: fileSource,
  dingtalk: dingtalkSource,
  wecom: wecomSource,
  feishu: feishuSource,
}

export const isBuilt = (type: SourceType): type is BuiltSource => Object.hasOwn(open, type)

/** The options of a source type with their defaults; a wrong option is refused with its name. */
export function readOptions(type: SourceType, options: unknown): Record<string, unknown> {
  if (!isBuilt(type)) return refuse('syncTypeMissing')
  const parsed = sourceOptions[type].safeParse(options ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  return refuse('syncOptionProblem', { field: ['options', ...issue.path].join('.') })
}

export const openSource = (connection: Connection, kernel: Kernel): Source =>
  isBuilt(connection.type) ? open[connection.type](connection, kernel) : refuse('syncTypeMissing')
