import type { ScimCall } from '@hufu/contract/federation/scim'
import { acts } from '@hufu/contract/text'

/** Names of reading calls in the list of APIs; changing calls have the names of the audit. */
export const reads: Readonly<Record<string, string>> = {
  page: '分页查询',
  list: '列表',
  byId: '查看详情',
  tree: '查看下级',
  search: acts.findByName,
  path: '查看上级路径',
  pick: '按关键字查找',
  byOrg: '查看机构下的用户',
  pageJob: '查看任职',
  pageUser: acts.showUsers,
  pageOrg: '查看机构',
  members: '查看成员',
  pageDeleted: '查看已删除',
  deletedById: '查看已删除详情',
  requiredFields: '查看必填项',
  generateUserName: '生成用户名',
  codeTaken: '检查编码是否已用',
  nameTaken: '检查名称是否已用',
  originTaken: '检查来源编号是否已用',
  userNameTaken: '检查用户名是否已用',
  userNameFree: '检查用户名是否可用',
  phoneTaken: '检查手机号是否已用',
  idCardTaken: '检查身份证号是否已用',
  originUserIdTaken: '检查来源编号是否已用',
  jobNumberTaken: '检查工号是否已用',
}

export const SCIM_GROUP = 'SCIM'
/** Names of the grantable SCIM requests in the list of APIs. */
export const scimNames: Readonly<Record<ScimCall, string>> = {
  readUsers: '读取用户',
  writeUsers: '写入用户',
  readGroups: '读取工作组',
  writeGroups: '写入工作组',
  readOrgs: '读取机构',
  writeOrgs: '写入机构',
  readSensitive: '读取手机号',
  writePassword: '设置密码',
}
