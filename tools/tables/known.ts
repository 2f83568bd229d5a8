/** Types the database does not know: JSON documents, and literals that no check lists. */
export const knownTypes: Readonly<Record<string, string>> = {
  'active_count.unit': "'day' | 'week' | 'month'",
  'able_duty_holder.duty': "'system' | 'security' | 'audit'",
  'app.claims': 'ClaimFrom[]',
  'async_task.cursor': 'unknown',
  'async_task.payload': 'unknown',
  'audit_proof.fault': 'AuditProblem',
  'config_trial.before': 'Record<string, string>',
  'data_history.after': 'unknown',
  'data_history.before': 'unknown',
  'examine.after_shown': 'Record<string, string | null>',
  'examine.before_shown': 'Record<string, string | null>',
  'examine.changes': 'Difference[]',
  'examine.form': 'Record<string, unknown>',
  'examine.steps': 'unknown',
  'history_kept.kept': 'Record<string, unknown>',
  'import_plan.options': 'unknown',
  'import_row.cells': 'string[]',
  'import_row.changes': 'unknown',
  'import_row.faults': 'unknown',
  'import_row.meaning': 'unknown',
  'oidc_payload.payload': 'Record<string, unknown>',
  'one_time.detail': 'Record<string, unknown>',
  'quartz.params': 'Record<string, unknown>',
  'scim_extra.doc': 'unknown',
  'user_label.rule': 'LabelRule',
  'users.deleted_groups': 'unknown',
  'users.deleted_jobs': 'unknown',
  'users.deleted_labels': 'unknown',
  'users.deleted_roles': 'unknown',
  'watched_version.name': "'config' | 'rights'",
  'work_group.rule': 'LabelRule',
  'workflow.draft': '{ nodes: FlowNode[]; edges: FlowEdge[] }',
  'workflow_version.edges': 'FlowEdge[]',
  'workflow_version.nodes': 'FlowNode[]',
}

/** Views without nullable columns; the catalogue knows this only of tables. */
export const filledViews: readonly string[] = ['able_duty_holder', 'active_count', 'file_use', 'login_count']

/** Where the printed files import their types from. */
export const sources: Readonly<Record<string, readonly string[]>> = {
  '@hufu/contract/audit/audit': ['AuditProblem'],
  '@hufu/contract/directory/label-rule': ['LabelRule'],
  '@hufu/contract/governance/design': ['FlowEdge', 'FlowNode'],
  '@hufu/contract/governance/review': ['Difference'],
  kysely: ['Generated', 'GeneratedAlways'],
  '../columns.ts': ['ClaimFrom', 'Json', 'JsonWithDefault'],
}
