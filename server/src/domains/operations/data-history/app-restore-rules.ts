import type { AppTable } from './present.sql.ts'
import { type RestoreRules, part, plain, removal, sameNames, setStatus, sorted, type Step } from './restore-rule.ts'

const EDITED =
  'app_group_id name code logo home_url protocol redirect_uris remark post_logout_uris logout_uri account_from claims is_listed'
const BASE = {
  appGroupId: 'app_group_id',
  name: 'name',
  code: 'code',
  protocol: 'protocol',
  redirectUris: 'redirect_uris',
  postLogoutUris: 'post_logout_uris',
}
const SAML_SETTINGS = 'name_id wants_signed_request sign_what encrypt allow_cbc allow_unsolicited relay_state_start skew_seconds'
/** Columns read from the service provider's metadata. */
const SAML_PEER = 'entity_id name acs slo signing_certs encryption_cert algorithms ignored metadata_url metadata_pin'
const each = (columns: string, step: (id: string, column: string, value: unknown) => Step): RestoreRules['own'] =>
  Object.fromEntries(columns.split(' ').map(column => [column, (id, value) => step(id, column, value)]))
const GRANT_COLUMNS = ['below', 'begin_time', 'end_time']

/** Applications, their parts, and their grants. */
export const appRestoreRules: Readonly<Record<AppTable, RestoreRules>> = {
  // A deleted application cannot be restored, because the history does not contain its secrets.
  app: {
    update: { name: 'app.update', base: BASE, fields: sameNames(EDITED) },
    own: { ...setStatus('app'), ...sorted('app') },
    remove: removal('app'),
  },
  app_group: {
    update: { name: 'appGroup.update', base: sameNames('name'), fields: sameNames('name sort_num') },
    remove: removal('appGroup'),
    reinserts: true,
  },
  app_role: { ...plain('appRole', 'name code', 'name code remark'), reinserts: true },
  app_resource: { ...plain('appResource', 'name code type', 'name code type uri sort_num'), reinserts: true },
  app_role_resource: { remove: row => part('roleResource', row, false), add: row => part('roleResource', row, true) },
  auth_group: { ...plain('authGroup', 'name code', 'name code sort_num remark'), reinserts: true },
  // Created and deleted with its application.
  saml_sp: {
    own: {
      ...each(SAML_PEER, (id, column, value) => ({ reinsert: 'saml_sp', row: { id, [column]: value } })),
      ...each(SAML_SETTINGS, (id, column, value) => part('samlSetting', { app_id: id, column, value }, true)),
    },
  },
  app_grant: {
    own: Object.fromEntries(
      GRANT_COLUMNS.map(column => [column, (_, value, present) => part('grant', { ...present, [column]: value }, true)]),
    ),
    remove: row => part('grant', row, false),
    add: row => part('grant', row, true),
  },
}
