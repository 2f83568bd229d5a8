import { problemSentence } from '@hufu/contract/audit/audit-text'
import type { AuditProblem } from '@hufu/contract/audit/audit'
import { fields, states, things } from '@hufu/contract/text'

const day = (time: string) => time.slice(0, 10).replaceAll('-', '')

/** Sentences of the operation log. */
export const text = {
  system: '虎符身份管理系统',
  proving: '正在校验',
  signing: '正在签署检查点',
  writing: '正在生成存证文件',
  reading: states.reading,
  whole: (records: number, cutTime: string | null) =>
    `校验通过：${records}条记录完整${cutTime === null ? '' : `，更早的记录已于 ${cutTime} 清理`}`,
  faulty: (problem: AuditProblem) => `校验未通过：${problemSentence(problem)}`,
  evidenceFile: (begin: string, end: string) => `操作日志存证-${day(begin)}-${day(end)}.jsonl.gz`,
  evidenceWritten: (records: number) => `导出成功，共${records}条`,
  exportFile: '操作日志.xlsx',
  verifierFile: 'verify-audit.mjs',
  results: [states.failed, states.succeeded],
  columns: {
    time: fields.time,
    userName: '操作人账号',
    realName: '操作人姓名',
    orgName: fields.owningOrg,
    module: fields.module,
    operate: fields.operation,
    targetName: fields.operationTarget,
    target: '对象编号',
    result: fields.result,
    code: '返回码',
    message: '返回信息',
    ip: fields.ipAddress,
    method: fields.httpMethod,
    path: things.api,
    params: '请求参数',
    cost: '耗时（毫秒）',
    traceId: fields.traceId,
    lane: '链',
    seq: '序号',
    digest: '摘要',
  },
} as const
