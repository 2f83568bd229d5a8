import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
export const text = {
  title: things.apiManagement,
  description: t(
    '停用的接口，除超级管理员外都不能调用，所有节点一秒内生效。登录、验证身份等接口不能停用。',
    'A disabled API can be called by super administrators alone; every node knows within a second. What signing in and confirming identity need cannot be disabled.',
  ),
  list: t('接口列表', 'APIs'),
  add: t('新增接口', 'Add API'),
  refresh: t('同步接口', 'Update list'),
  refreshed: t(
    (added: number, total: number, missing: number) =>
      `新增 ${added} 个接口，共 ${total} 个${missing > 0 ? `，其中 ${missing} 个已不存在，可以删除` : ''}`,
    (added, total, missing) =>
      `${plural(added, 'API')} added, ${total} in all${missing > 0 ? `; ${missing} no longer ${missing === 1 ? 'exists' : 'exist'} and can be deleted` : ''}`,
  ),
  edit: acts.edit,
  editOf: named.edit,
  remove: acts.remove,
  enabled: states.enabled,
  disabled: states.disabled,
  any: states.all,
  columns: {
    groupName: fields.group,
    name: fields.apiName,
    call: things.api,
    path: fields.urlPath,
    openable: t('可授予客户端', 'Grantable'),
    holderCount: t(things.client, 'Clients'),
    status: fields.status,
    remark: fields.remark,
  },
  statusOf: t(
    (name: string, path: string) => `状态 ${name} ${path}`,
    (name, path) => `Status of ${name} ${path}`,
  ),
  yes: t('可授予', 'Yes'),
  no: '—',
  own: t('自定义', 'Custom'),
  missing: t('已不存在', 'Gone'),
  missingHint: t('当前版本没有这个接口，可以删除', 'This version has no such API; it can be deleted'),
  neverClosed: t('该接口不能停用', 'This API cannot be disabled'),
  neverClosedSome: t('所选接口中有不能停用的', 'Some of those selected cannot be disabled'),
  builtIn: t('内置接口不能删除', 'Built-in APIs cannot be deleted'),
  held: t(
    (count: number) => `${count} 个客户端正在使用，不能删除`,
    count => `${plural(count, 'client uses', 'clients use')} it, so it cannot be deleted`,
  ),
  callers: t(
    (holders: number, callers: number) => `${holders} 个客户端持有，7 天内 ${callers} 个调用过`,
    (holders, callers) => `Granted to ${plural(holders, 'client')}, called by ${callers} within 7 days`,
  ),
  none: t('没有接口', 'No APIs'),
  saved: outcomes.saved,
  removed: outcomes.removed,
  done: outcomes.done,
  removeTitle: named.askRemove,
  removeMany: t(
    (count: number) => `删除选中的 ${count} 个接口？`,
    count => `Delete ${plural(count, 'selected API')}?`,
  ),
  removeText: t('删除后不能再授予客户端，不可恢复。', 'It can no longer be granted to clients. This cannot be undone.'),
  enableTitle: named.askEnable,
  disableTitle: named.askDisable,
  enableMany: t(
    (count: number) => `启用选中的 ${count} 个接口？`,
    count => `Enable ${plural(count, 'selected API')}?`,
  ),
  disableMany: t(
    (count: number) => `停用选中的 ${count} 个接口？`,
    count => `Disable ${plural(count, 'selected API')}?`,
  ),
  enableText: t('启用后，有权限的用户和客户端可以调用。', 'Users and clients who are permitted to can call it.'),
  disableText: t(
    '停用后，除超级管理员外的用户和所有客户端调用时都会被拒绝，使用它的页面将不能正常工作。',
    'Calls by all clients and by all users but super administrators are refused. Screens that need it will not work.',
  ),
  dialog: {
    groupName: fields.group,
    name: fields.apiName,
    method: fields.httpMethod,
    path: fields.urlPath,
    pathHint: t(
      '以 / 开头，不含参数；由网关转发的接口填写其路径',
      'Begins with /, without parameters. For an API that a gateway passes on, enter its path',
    ),
    pathProblem: t(
      '路径应以 / 开头，不含参数和空格，最长 200 个字符',
      'The path begins with /, has no parameters or spaces and at most 200 characters',
    ),
    pathTaken: t('接口已存在', 'This API exists already'),
    fixed: t('内置接口的请求方式和路径不能修改', 'Method and path of a built-in API cannot be changed'),
    openable: t('可授予客户端', 'Can be granted to clients'),
    notOpenable: t('该接口不能授予客户端', 'This API cannot be granted to clients'),
    status: fields.status,
    remark: fields.remark,
  },
} as const
