import { appGroup } from '@hufu/contract/apps/app'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { businessLine } from '@hufu/contract/directory/business-line'
import { userLabel } from '@hufu/contract/directory/label'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { workGroup } from '@hufu/contract/directory/work-group'
import { dict } from '@hufu/contract/operations/dict'
import { customSetting } from '@hufu/contract/operations/custom-setting'
import { saml } from '@hufu/contract/federation/saml'
import { menus } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import type { AnyCall, BodyOf, Call } from '@hufu/contract/call'
import type { Context } from '../../../platform/http/context.ts'
import { withRightsFor } from '../../../platform/http/inner-call.ts'
import { parse } from '../../../platform/http/input.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { insertAppGroup, insertAppRole, insertAuthGroup, insertResource } from '../../apps/index.ts'
import { restorePeer } from '../../federation/index.ts'
import { insertLabel, saveBusinessLine, savePositionAttribute, saveWorkGroup } from '../../directory/index.ts'
import { insertRole, saveMenu } from '../../permission/index.ts'
import { insertSetting } from '../config/custom-setting.sql.ts'
import { insertDictItem } from '../dict/dict.sql.ts'
import { insertDictType } from '../dict/dict-type.sql.ts'
import { type Row, sameNames, wireValueOf } from './restore-rule.ts'

/** The values of these columns as the body of the save call. */
const draft = (row: Row, columns: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sameNames(columns)).map(([column, name]) => [name, wireValueOf(row[column])]))
const PLAIN = 'name code status sort_num remark'

const bodyOf = <C extends Call>(call: C, value: unknown) => parse(call.body, value) as BodyOf<C>

type Reinserter = (ctx: Context, row: Row, id: string) => Promise<unknown>
const reinserters: Readonly<Record<string, Reinserter>> = {
  role: ({ db }, row, id) => {
    const { secondFactor, ...rest } = draft(row, 'name code status remark second_factor')
    return insertRole(db, bodyOf(role.save, { ...rest, ...(secondFactor ? { secondFactor } : {}) }), id)
  },
  menu: ({ db }, row) => {
    const { menu_uri, menu_icon } = row
    const rest = draft(row, 'id parent_id name type mark status sort_num hsa_auth_grade_show')
    return saveMenu(db, { ...rest, menu_uri, menu_icon } as Parameters<typeof saveMenu>[1], true)
  },
  user_label: ({ db }, row, id) => {
    // A label with a rule is not restored, because only the task of a rule may write its members.
    if (row.rule !== null) return refuse('historyByRule')
    return insertLabel(db, bodyOf(userLabel.save, draft(row, 'name color status sort_num remark')), id)
  },
  work_group: ({ db, scope }, row, id) => {
    if (row.rule !== null) return refuse('historyByRule')
    return saveWorkGroup(db, scope, bodyOf(workGroup.save, draft(row, `${PLAIN} org_id leader_id valid_end_time`)), id)
  },
  stripe: ({ db, scope }, row, id) => saveBusinessLine(db, scope, bodyOf(businessLine.save, draft(row, PLAIN)), id),
  standing: ({ db }, row, id) => {
    const kind = row.kind as PositionAttributeKind
    return savePositionAttribute(db, kind, bodyOf(positionAttribute[kind].save, draft(row, PLAIN)), id)
  },
  app_group: ({ db }, row, id) => insertAppGroup(db, bodyOf(appGroup.save, draft(row, 'name sort_num')), id),
  app_role: ({ db }, row, id) => insertAppRole(db, bodyOf(appRole.save, draft(row, 'app_id name code status remark')), id),
  app_resource: ({ db }, row, id) => {
    const columns = 'app_id parent_id name code type uri sort_num status'
    return insertResource(db, bodyOf(appResource.save, draft(row, columns)), id)
  },
  auth_group: ({ db }, row, id) => insertAuthGroup(db, bodyOf(authGroup.save, draft(row, PLAIN)), id),
  saml_sp: ({ db }, { id: _id, ...columns }, id) => restorePeer(db, id, columns),
  dict_type: ({ db }, row, id) => insertDictType(db, bodyOf(dict.saveType, draft(row, 'type name remark')), id),
  dict_item: ({ db }, row, id) => insertDictItem(db, bodyOf(dict.save, draft(row, `type ${PLAIN}`)), id),
  config: ({ db }, row, id) => {
    // The history does not contain values of secrets.
    if (row.value_type === 'password') return refuse('historyNothing')
    const columns = 'group_name application config_key config_name config_value value_type remark'
    const { remark, ...rest } = draft(row, columns)
    const body = bodyOf(customSetting.save, { ...rest, remark })
    return insertSetting(db, { ...body, valueType: row.value_type as 'text', remark: body.remark ?? null }, id)
  },
}

/** The call that saves such a record, whose permission the caller needs. */
const saveCalls: Readonly<Record<string, AnyCall>> = {
  role: role.save,
  menu: menus.save,
  user_label: userLabel.save,
  work_group: workGroup.save,
  stripe: businessLine.save,
  app_group: appGroup.save,
  app_role: appRole.save,
  app_resource: appResource.save,
  auth_group: authGroup.save,
  saml_sp: saml.applyMetadata,
  dict_type: dict.saveType,
  dict_item: dict.save,
  config: customSetting.save,
}
const saveCallOf = (table: string, row: Row): AnyCall =>
  table === 'standing' ? positionAttribute[row.kind as PositionAttributeKind].save : saveCalls[table]!

/** Inserts a record under its former id with the checks of saving. All nodes then read settings and dictionaries again. */
export async function reinsertRecord(ctx: Context, table: string, row: Row): Promise<void> {
  await reinserters[table]!(await withRightsFor(ctx, saveCallOf(table, row)), row, row.id as string)
  ctx.afterCommit(async () => {
    ctx.kernel.sessions.forget()
    await ctx.kernel.config.refresh()
  })
}
