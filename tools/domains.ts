import { sourceFiles, type SourceFile } from './source-files.ts'

/** From the top: a domain may import the domains before it, and none after it (docs/house.md). */
export const domains = [
  'messages',
  'directory',
  'sign-in',
  'credentials',
  'permission',
  'apps',
  'federation',
  'governance',
  'provisioning',
  'audit',
  'operations',
] as const
export type Domain = (typeof domains)[number]

/** The owner of a table writes its rows and defines what they mean. */
export const tables: Readonly<Record<Domain | 'platform' | 'sheets', string>> = {
  platform:
    'async_task config counter_check data_history dict_item dict_type file file_chunk history_kept key_store limit_count one_time oper_log audit_target oper_log_value operation periodic_job remembered_device rights_change schema_step session used_ciphertext watched_version',
  sheets: 'import_plan import_row',
  messages: 'inbox inbox_mark mail sms',
  directory:
    'gram_tally job label_due label_tally live_org live_user login_phone login_phone_conflict login_phone_queue org org_ancestor org_range org_range_root org_tally password_history pending_password standing stripe stripe_org user_label user_label_member users work_group work_group_member',
  'sign-in': 'captcha last_login login_failure login_failure_address login_log open_try',
  credentials: 'email_code login_binding passkey recovery_code scan_login sms_code totp',
  permission: 'able_duty_holder duty_holder grade_admin grade_admin_menu menu role role_menu separation separation_vote user_role',
  apps: 'acting_job app app_account app_grant app_group app_push_secret app_resource app_role app_role_resource app_visit auth_group client_secret',
  federation:
    'api_client api_client_call api_client_use api_item app_registration app_request cas_login first_sign_in identity_link identity_provider identity_provider_secret made_user oidc_agent oidc_client oidc_consent oidc_detail_type oidc_key oidc_logout oidc_payload oidc_resource oidc_scope refused_request registration_token saml_decryption_key saml_key saml_login saml_metadata saml_name_id saml_refusal saml_sp scim_client scim_extra scim_link scim_removal',
  governance: 'examine examine_deputy examine_hold examine_log examine_payload examine_step examine_task workflow workflow_version',
  provisioning:
    'change_due push_failure push_item push_link push_target sync_config sync_conflict sync_event sync_hint sync_link sync_log sync_raw sync_row sync_run sync_secret sync_state sync_told',
  audit:
    'active_count active_tally active_tally_due audit_checkpoint audit_proof last_active login_count login_tally login_tally_due org_login_tally',
  operations: 'backup_run config_trial data_clean data_clean_log file_use list_preference node notice quartz quartz_log restore_request',
}

/** Its package and the domain it belongs to, if it belongs to one. */
export function placeOf(path: string): { side: string; domain: Domain | undefined } | undefined {
  const [, side, folder = ''] = /^(?:(contract|server|console)\/src)\/(?:domains\/)?([^/]+)\//.exec(path) ?? []
  if (side === undefined) return undefined
  const isDomain = side === 'contract' || path.startsWith(`${side}/src/domains/`)
  return { side, domain: isDomain ? domains.find(name => name === folder) : undefined }
}

export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$|\/test\//.test(path)

export interface Arrow {
  side: string
  from: Domain
  to: Domain
  file: string
  of: string
}

/** Every import of one domain by another, type imports and dynamic imports included. */
export function arrows(files: readonly SourceFile[] = sourceFiles()): Arrow[] {
  return files
    .filter(file => !isTest(file))
    .flatMap(({ path, imports }) => {
      const own = placeOf(path)
      return imports.flatMap(({ of }) => {
        const other = placeOf(of)
        if (!own?.domain || !other?.domain || own.side !== other.side || own.domain === other.domain) return []
        return [{ side: own.side, from: own.domain, to: other.domain, file: path, of }]
      })
    })
}

/**
 * Exceptions found in the code: reads of domains below and writes to tables
 * of others, each with a reason; the list may only shrink.
 */
export const allowedCrossings: Readonly<Record<string, readonly string[]>> = {
  'a list or a record of users shows it in a column, in the same statement': [
    'directory/user/list/user-list.sql.ts reads last_login',
    'directory/user/list/user-list.sql.ts reads login_failure',
    'directory/user/list/user-filter.sql.ts reads login_failure',
    'directory/user/list/user-export.sql.ts reads login_failure',
    'directory/user/list/user-read.sql.ts reads role',
    'directory/user/list/user-read.sql.ts reads user_role',
    'directory/user/list/user-plans.sql.ts reads last_login',
    'directory/user/list/name-apps.sql.ts reads app',
    'directory/user/list/name-apps.sql.ts reads app_account',
    'directory/user/list/name-apps.sql.ts reads app_visit',
    'directory/business-line/business-line-admin.sql.ts reads grade_admin',
    'messages/sms/sms-list.sql.ts reads users',
    'messages/sms/sms.sql.ts reads live_user',
  ],
  'a user that is deleted or brought back takes along or finds again what hung on them': [
    'directory/user/edit/bulk.sql.ts writes user_role',
    'directory/user/password/reset.sql.ts writes login_failure',
    'directory/user/deleted/recoverable.sql.ts reads app',
    'directory/user/deleted/recoverable.sql.ts reads app_role',
    'directory/user/deleted/recoverable.sql.ts reads auth_group',
    'directory/user/deleted/recoverable.sql.ts reads role',
    'directory/user/deleted/recoverable.sql.ts writes app_grant',
    'directory/user/deleted/recoverable.sql.ts writes user_role',
  ],
  'which ways of signing in a user has is read in one statement': [
    'sign-in/sign-in/account.sql.ts reads login_binding',
    'sign-in/sign-in/account.sql.ts reads passkey',
    'sign-in/sign-in/account.sql.ts reads recovery_code',
    'sign-in/sign-in/account.sql.ts reads totp',
    'sign-in/sign-in/account.sql.ts reads role',
    'sign-in/sign-in/account.sql.ts reads user_role',
    'sign-in/sign-in/sign-in-methods.sql.ts reads login_binding',
    'sign-in/sign-in/sign-in-methods.sql.ts reads passkey',
  ],
  'a column of the account that this way of signing in keeps': [
    'sign-in/sign-in/account.sql.ts writes users',
    'sign-in/sign-in/self.sql.ts writes users',
    'credentials/account-email/account-email.sql.ts writes users',
    'credentials/account-phone/account-phone.sql.ts writes users',
  ],
  'a sign-in to an application is counted where it happens': ['federation/protocol/visit.sql.ts writes app_visit'],
}

const SQL = {
  reads: [/\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)\b(?!\.)/g, /\.(?:selectFrom|innerJoin|leftJoin)\(\s*'([A-Za-z]+)/g],
  writes: [
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)\b/g,
    /\.(?:updateTable|insertInto|deleteFrom|mergeInto)\(\s*'([A-Za-z]+)/g,
  ],
}
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
export const ownerOf: ReadonlyMap<string, string> = new Map(
  Object.entries(tables).flatMap(([owner, names]) => names.split(' ').map(name => [name, owner])),
)

export interface Use {
  file: string
  domain: Domain
  table: string
  owner: string
  does: 'reads' | 'writes'
}

/** The uses each domain's SQL makes of tables of others; a written table is not also listed as read. */
export function usesOfOthers(files: readonly SourceFile[] = sourceFiles()): Use[] {
  return files
    .filter(file => !isTest(file) && file.path.startsWith('server/'))
    .flatMap(({ path, code }) => {
      const domain = placeOf(path)?.domain
      if (!domain) return []
      const tablesIn = (forms: readonly RegExp[]) =>
        new Set(forms.flatMap(form => [...code.matchAll(form)].map(([, name]) => toSnakeCase(name!))))
      const [writes, reads] = [tablesIn(SQL.writes), tablesIn(SQL.reads)]
      return [...writes.union(reads)].flatMap(table => {
        const owner = ownerOf.get(table)
        if (owner === undefined || owner === domain) return []
        return [{ file: path, domain, table, owner, does: writes.has(table) ? ('writes' as const) : ('reads' as const) }]
      })
    })
}

/** Reads of lower domains and writes to other domains' tables; the platform's tables are open to all. */
export const forbiddenCrossings = (uses: readonly Use[] = usesOfOthers()): string[] =>
  uses
    .filter(({ domain, owner, does }) => {
      const at = domains.indexOf(owner as Domain)
      return at >= 0 && (does === 'writes' || at > domains.indexOf(domain))
    })
    .map(({ file, does, table }) => `${file.replace('server/src/domains/', '')} ${does} ${table}`)
