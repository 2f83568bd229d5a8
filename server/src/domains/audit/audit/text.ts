import { faultSentence } from '@hufu/contract/audit/audit-text'
import type { AuditProblem } from '@hufu/contract/audit/audit'

const day = (time: string) => time.slice(0, 10).replaceAll('-', '')

/** Sentences of the operation log. */
export const text = {
  system: '虎符身份管理系统',
  proving: '正在校验',
  signing: '正在签署检查点',
  writing: '正在生成存证文件',
  reading: '正在读取',
  whole: (records: number) => `校验通过：${records}条记录完整`,
  faulty: (fault: AuditProblem) => `校验未通过：${faultSentence(fault)}`,
  evidenceFile: (begin: string, end: string) => `操作日志存证-${day(begin)}-${day(end)}.jsonl.gz`,
  evidenceWritten: (records: number) => `导出成功，共${records}条`,
  exportFile: '操作日志.xlsx',
  verifierFile: 'verify-audit.mjs',
  results: ['失败', '成功'],
  columns: {
    time: '时间',
    userName: '操作人账号',
    realName: '操作人姓名',
    orgName: '所属机构',
    module: '模块',
    operate: '操作',
    targetName: '操作对象',
    target: '对象编号',
    result: '结果',
    code: '返回码',
    message: '返回信息',
    ip: 'IP地址',
    method: '请求方式',
    path: '接口',
    params: '请求参数',
    cost: '耗时（毫秒）',
    traceId: '追踪编号',
    lane: '链',
    seq: '序号',
    digest: '摘要',
  },
} as const
