import type { AppDraft } from '@hufu/contract/apps/app'

export const appGroups = ['办公协同', '经营管理', '数据与报表', '运行维护'] as const

type Draft = Pick<AppDraft, 'protocol' | 'redirectUris' | 'postLogoutUris' | 'claims' | 'accountFrom' | 'status' | 'isListed'>
export interface SampleApp extends Draft {
  code: string
  name: string
  group: (typeof appGroups)[number]
  remark: string
  hue: number
}

const at = (name: string, path = '/') => `https://${name}.hufu.example${path}`
const oidc = (name: string): Draft => ({
  protocol: 'oauth2',
  redirectUris: [at(name, '/login/callback')],
  postLogoutUris: [at(name)],
  claims: [
    { claim: 'job_number', from: 'employeeNumber' },
    { claim: 'dept_name', from: 'orgName' },
  ],
})
const cas = (name: string): Draft => ({ protocol: 'cas', redirectUris: [at(name)], accountFrom: 'employeeNumber' })
const app = (code: string, name: string, group: SampleApp['group'], hue: number, remark: string, draft: Draft): SampleApp => ({
  code, name, group, hue, remark, ...draft,
}) // prettier-ignore

/** Applications of each protocol; the last one is disabled. */
export const apps: readonly SampleApp[] = [
  app('oa', '协同办公平台', '办公协同', 215, '公文、会议、督办与请假', oidc('oa')),
  app('portal', '移动门户', '办公协同', 190, '手机端统一入口', {
    protocol: 'oauth2',
    redirectUris: ['example.hufu.portal:/callback'],
    postLogoutUris: [],
  }),
  app('archive', '档案管理系统', '办公协同', 30, '电子档案归档与借阅', { protocol: 'saml' }),
  app('hr', '人力资源系统', '经营管理', 280, '组织、人事、薪酬与考勤', oidc('hr')),
  app('finance', '财务共享平台', '经营管理', 150, '报账、核算与资金', cas('finance')),
  app('contract', '合同管理系统', '经营管理', 345, '合同起草、会签与履行', cas('contract')),
  app('bi', '经营分析平台', '数据与报表', 255, '经营指标与专题分析', oidc('bi')),
  app('data-service', '数据服务', '数据与报表', 240, '供应用调用的报表接口', { protocol: 'resource' }),
  app('asset', '固定资产系统', '运行维护', 80, '资产台账与盘点', { protocol: 'form' }),
  app('bastion', '运维堡垒机', '运行维护', 5, '服务器运维审计', oidc('bastion')),
  app('expense-old', '旧版报销系统', '经营管理', 45, '已由财务共享平台替代', { ...cas('expense-old'), status: 0, isListed: 0 }),
]

export interface SampleRole {
  code: string
  name: string
  /** The codes of the resources the role holds. */
  holds: readonly string[]
}
export interface SampleResource {
  code: string
  name: string
  type: 'menu' | 'button' | 'api'
  uri?: string
  children?: readonly SampleResource[]
}
const menu = (code: string, name: string, children: readonly SampleResource[] = []): SampleResource => ({
  code,
  name,
  type: 'menu',
  uri: `/${code.replaceAll('.', '/')}`,
  children,
})
const act = (code: string, name: string): SampleResource => ({ code, name, type: 'button' })
const api = (code: string, name: string, uri: string): SampleResource => ({ code, name, type: 'api', uri })

export const resources: Readonly<Record<string, readonly SampleResource[]>> = {
  oa: [
    menu('doc', '公文管理', [
      menu('doc.draft', '拟稿', [act('doc.draft.submit', '提交'), act('doc.draft.recall', '撤回')]),
      menu('doc.sign', '签发', [act('doc.sign.approve', '同意'), act('doc.sign.reject', '退回')]),
      api('doc.query', '公文查询接口', 'GET /api/docs'),
    ]),
    menu('meeting', '会议管理', [act('meeting.book', '预订会议室'), act('meeting.cancel', '取消会议')]),
    menu('leave', '请假管理', [act('leave.apply', '申请'), act('leave.approve', '审批')]),
  ],
  hr: [
    menu('staff', '员工档案', [act('staff.edit', '编辑档案'), act('staff.export', '导出花名册')]),
    menu('salary', '薪酬管理', [act('salary.calc', '核算'), act('salary.publish', '发放')]),
    api('staff.api', '员工信息接口', 'GET /api/staff'),
  ],
  finance: [
    menu('bill', '报账单', [act('bill.create', '新建'), act('bill.audit', '审核'), act('bill.pay', '付款')]),
    menu('ledger', '总账', [act('ledger.close', '结账')]),
  ],
  bi: [menu('board', '经营看板'), menu('report', '专题报表', [act('report.export', '导出')])],
  bastion: [menu('host', '主机资产', [act('host.login', '登录主机'), act('host.grant', '授权主机')]), menu('replay', '会话回放')],
}

export const roles: Readonly<Record<string, readonly SampleRole[]>> = {
  oa: [
    { code: 'staff', name: '普通职员', holds: ['doc', 'doc.draft', 'doc.draft.submit', 'meeting', 'meeting.book', 'leave', 'leave.apply'] },
    { code: 'leader', name: '部门负责人', holds: ['doc', 'doc.sign', 'doc.sign.approve', 'doc.sign.reject', 'leave', 'leave.approve'] },
    { code: 'secretary', name: '公文管理员', holds: ['doc', 'doc.draft', 'doc.draft.submit', 'doc.draft.recall', 'doc.query'] },
  ],
  hr: [
    { code: 'hr-clerk', name: '人事专员', holds: ['staff', 'staff.edit', 'staff.export', 'staff.api'] },
    { code: 'hr-pay', name: '薪酬专员', holds: ['salary', 'salary.calc', 'salary.publish'] },
  ],
  finance: [
    { code: 'applicant', name: '报账人', holds: ['bill', 'bill.create'] },
    { code: 'accountant', name: '会计', holds: ['bill', 'bill.audit', 'ledger', 'ledger.close'] },
    { code: 'cashier', name: '出纳', holds: ['bill', 'bill.pay'] },
  ],
  bi: [
    { code: 'viewer', name: '查看者', holds: ['board', 'report'] },
    { code: 'analyst', name: '分析师', holds: ['board', 'report', 'report.export'] },
  ],
  bastion: [
    { code: 'operator', name: '运维人员', holds: ['host', 'host.login'] },
    { code: 'auditor', name: '运维审计员', holds: ['replay'] },
  ],
}
