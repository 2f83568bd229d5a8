const SCHEMA = 'what a schema says, which runs on the server alone'

/** Chinese that the English console holds on purpose, beside what lies in libraries and is never shown, each with its reason. */
const allowedChinese: Readonly<Record<string, string>> = {
  'virtual:palette-index': 'what else finds a name, for those who know it in Chinese',
  'console/src/domains/credentials/account/changelog-names.ts': 'how the changelog, which is in Chinese, begins its items',
  'console/src/domains/directory/position-attribute/title-names.ts': 'compared with what an operator has pasted',
  'console/src/domains/federation/api-item/shipped-api-names.ts': 'compared with what the server calls it',
  'console/src/domains/operations/shipped-names.ts': 'compared with what the server calls it',
  'console/src/pickers/shipped-button-names.ts': 'compared with what an administrator may have renamed',
  'console/src/platform/transport/intercept-response.ts': 'looked for in what the server answers',
  'console/src/platform/language.ts': 'Chinese by its own name, for those who look for it',
  'console/src/platform/names/role-names.ts': 'compared with what an administrator may have renamed',
  'console/src/platform/names/shipped-menu-names.ts': 'compared with what an administrator may have renamed',
  'console/src/platform/names/shipped-names.ts': 'compared with what an operator has written',
  'contract/src/apps/app.ts': SCHEMA,
  'contract/src/apps/auth-group.ts': SCHEMA,
  'contract/src/directory/label-rule.ts': SCHEMA,
  'contract/src/directory/label.ts': SCHEMA,
  'contract/src/directory/org.ts': SCHEMA,
  'contract/src/directory/org-range.ts': SCHEMA,
  'contract/src/directory/org-shapes.ts': SCHEMA,
  'contract/src/directory/work-group.ts': SCHEMA,
  'contract/src/federation/api-client.ts': SCHEMA,
  'contract/src/federation/api-item.ts': SCHEMA,
  'contract/src/federation/saml.ts': SCHEMA,
  'contract/src/governance/workflow.ts': SCHEMA,
  'contract/src/operations/quartz.ts': SCHEMA,
  'contract/src/shapes.ts': SCHEMA,
  'contract/src/written.ts': 'the dates that people write',
}

export const isAllowedChinese = (path: string): boolean => path.startsWith('node_modules/') || Object.hasOwn(allowedChinese, path)
