import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { operLog, type AuditProblem } from '@hufu/contract/audit/audit'
import { problemNames } from '@hufu/contract/audit/audit-text'
import { ALWAYS, evidenceOf, fileOf, linesOf, proven, tamper, verified } from '../../../../test/evidence.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { writeCheckpoints } from './checkpoint.ts'

let server: TestServer
/** The number of the record at which the hourly checkpoint is; the next one is at the end. */
const HALF = 12
const LAST = 24
const CHAIN = 3

beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await fill(HALF)
  await writeCheckpoints(server.kernel, 'hour')
  await fill(LAST - HALF)
  await writeCheckpoints(server.kernel, 'hour')
  await server.kernel.pool.query(
    'create table whole_log as select * from oper_log; create table whole_point as select * from audit_checkpoint',
  )
})
afterAll(() => server.close())
beforeEach(() =>
  tamper(
    server,
    `truncate oper_log, audit_checkpoint; insert into oper_log select * from whole_log; insert into audit_checkpoint select * from whole_point`,
  ),
)

const entry = (chain: number, more: object = {}) => ({
  lane: chain,
  id: crypto.randomUUID().replaceAll('-', ''),
  user_id: '1',
  user_name: 'admin',
  ip: '127.0.0.1',
  trace_id: 'trace',
  module: 'org',
  operate_type: 'save',
  method: 'POST',
  path: '/v3/org/save',
  params: '{}',
  code: 'success',
  message: '操作成功',
  cost: 3,
  ...more,
})
const write = (row: object) => server.kernel.pool.query('select write_audit($1::jsonb)', [JSON.stringify(row)])
async function fill(count: number): Promise<void> {
  for (let chain = 0; chain < 8; chain++) for (let n = 0; n < count; n++) await write(entry(chain, { params: `{"n":${n}}` }))
}

/** Recomputes the digest of a row from its present content. */
const digest = (where: string) =>
  `update oper_log o set digest = encode(sha256(convert_to(oper_log_text(o), 'UTF8')), 'hex') where lane = ${CHAIN} and ${where}`
const change = (seq: number) => `update oper_log set message = '改' where lane = ${CHAIN} and seq = ${seq}`
/** Recomputes the chain from a record on, as a skilled forger would. */
const rechain = (from: number) => `do $$ declare n int; begin for n in ${from}..${LAST} loop
  update oper_log set prev_digest = (select digest from oper_log where lane = ${CHAIN} and seq = n - 1) where lane = ${CHAIN} and seq = n;
  ${digest('seq = n')}; end loop; end $$`
const place = (seq: number, to: number) => `update oper_log set seq = ${to} where lane = ${CHAIN} and seq = ${seq}`

type Cut = [name: string, statements: string, kind: AuditProblem['kind'], seq: number]
const cuts: Cut[] = [
  ['a record is changed', change(5), 'changed', 5],
  ['the first record is changed', change(1), 'changed', 1],
  ['the last record is changed', change(LAST), 'changed', LAST],
  ['two are changed: the first is named', `${change(9)}; ${change(4)}`, 'changed', 4],
  ['a record is changed and its digest made to fit', `${change(5)}; ${digest('seq = 5')}`, 'changed', 5],
  ['a record is hung on another', `update oper_log set prev_digest = repeat('0', 64) where lane = ${CHAIN} and seq = 6; ${digest('seq = 6')}`, 'changed', 6],
  ['who did it is changed', `update oper_log set user_name = null where lane = ${CHAIN} and seq = 7`, 'changed', 7],
  ['the moment is moved by a microsecond', `update oper_log set create_time = create_time + interval '1 microsecond' where lane = ${CHAIN} and seq = 7`, 'changed', 7],
  ['a record is removed', `delete from oper_log where lane = ${CHAIN} and seq = 8`, 'missing', 8],
  ['a record is removed and the gap closed', `delete from oper_log where lane = ${CHAIN} and seq = 20; ${[21, 22, 23, 24].map(seq => place(seq, seq - 1)).join(';')}`, 'swapped', 20],
  ['the first records are removed', `delete from oper_log where lane = ${CHAIN} and seq <= 3`, 'missing', 1],
  ['the first records are removed up to a checkpoint', `delete from oper_log where lane = ${CHAIN} and seq <= ${HALF}`, 'missing', 1],
  ['two records are swapped', `${place(5, 1000)}; ${place(6, 5)}; ${place(1000, 6)}`, 'swapped', 5],
  ['two records far from each other are swapped', `${place(4, 1000)}; ${place(15, 4)}; ${place(1000, 15)}`, 'swapped', 4],
  ['the end is cut off', `delete from oper_log where lane = ${CHAIN} and seq > 21`, 'cut', 22],
  ['the end is cut off at a checkpoint', `delete from oper_log where lane = ${CHAIN} and seq > ${HALF}`, 'cut', HALF + 1],
  ['a lane is emptied', `delete from oper_log where lane = ${CHAIN}`, 'cut', 1],
  ['a record is changed and all after it written anew', `${change(5)}; ${digest('seq = 5')}; ${rechain(6)}`, 'rewritten', HALF],
  ['a record behind a checkpoint is changed and all after it written anew', `${change(20)}; ${digest('seq = 20')}; ${rechain(21)}`, 'rewritten', LAST],
  [
    'the checkpoints are made to fit by somebody without the key',
    `${change(5)}; ${digest('seq = 5')}; ${rechain(6)};
      update audit_checkpoint c set digest = o.digest from oper_log o where o.lane = c.lane and o.seq = c.seq`,
    'forged',
    HALF,
  ],
] // prettier-ignore

test('T28, D-73 the untouched log is found intact by server and verifier', async () => {
  const result = await proven(server)
  expect(result).toMatchObject({ status: 'FINISH', fault: null, isNew: true, message: `校验通过：${8 * LAST}条记录完整` })
  expect(result.records).toBe(8 * LAST)
  const { fingerprint } = await server.admin.call(operLog.evidence)
  const { code, output } = await verified(await evidenceOf(server), fingerprint)
  expect(output).toContain(`完整：共校验 ${8 * LAST} 条记录`)
  expect(code).toBe(0)
})

for (const [name, statements, kind, seq] of cuts)
  test(`T28, D-73 server and verifier detect: ${name}`, async () => {
    await tamper(server, statements)
    expect(await proven(server)).toMatchObject({ status: 'FINISH', fault: { kind, lane: CHAIN, seq } })
    const { code, output } = await verified(await evidenceOf(server))
    expect(output).toContain(`链 ${CHAIN} 序号 ${seq}，${problemNames[kind]}`)
    expect(code).toBe(1)
  })

test('T28, D-73 records removed by cleaning are no gap, as long as its checkpoint is signed', async () => {
  const cleaned = `delete from oper_log where lane = ${CHAIN} and seq <= ${HALF}`
  const checkpointRow = (signature: string) => `insert into audit_checkpoint (lane, seq, kind, digest, create_time, signature)
    select lane, seq, 'cleaned', digest, create_time, '${signature}' from audit_checkpoint where lane = ${CHAIN} and seq = ${HALF}`
  await tamper(server, `${cleaned}; ${checkpointRow('bm9uZQ==')}`)
  expect((await proven(server)).fault).toMatchObject({ kind: 'forged', lane: CHAIN, seq: HALF })
  const { rows } = await server.kernel.pool.query<{ digest: string; time: string }>(`select digest,
    to_char(create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time from audit_checkpoint where lane = ${CHAIN} and seq = ${HALF}`)
  const body = { lane: CHAIN, seq: HALF, digest: rows[0]!.digest, time: rows[0]!.time, kind: 'cleaned' }
  const signature = server.kernel.keys.sign(`hufu.audit.1.checkpoint:${JSON.stringify(body)}`)
  await tamper(server, `delete from audit_checkpoint where kind = 'cleaned'; ${checkpointRow(signature)}`)
  expect((await proven(server)).fault).toBeNull()
  expect((await verified(await evidenceOf(server))).code).toBe(0)
})

test('T28 only the chosen period is checked, not what is outside it', async () => {
  await tamper(server, [1, 2, 3].map(n => `update oper_log set message = '改' where lane = ${n} and seq = 2`).join(';'))
  const later = { beginTime: '2098-01-01 00:00:00', endTime: ALWAYS.endTime }
  expect((await proven(server, later)).fault).toBeNull()
  expect((await proven(server, { endTime: '2020-01-01 00:00:00' })).records).toBe(0)
  expect((await proven(server)).fault).toMatchObject({ kind: 'changed', lane: 1, seq: 2 })
  expect((await verified(await evidenceOf(server, later))).code).toBe(0)
  expect((await verified(await evidenceOf(server))).output).toContain('链 1 序号 2，内容被修改')
})

/** Forgeries of the exported file itself. */
const recordAt = (lines: readonly string[], seq: number) => lines.findIndex(line => line.startsWith(`{"lane":${CHAIN},"seq":${seq},`))
const lineAt = (lines: readonly string[], seq: number) => lines[recordAt(lines, seq)]!
const without = (lines: string[], at: number) => lines.toSpliced(at, 1)
const fileCuts: [name: string, act: (lines: string[]) => string[] | Buffer, said: string][] = [
  ['a byte of a record', lines => lines.with(recordAt(lines, 5), lineAt(lines, 5).replace('成功', '成攻')), `序号 5，${problemNames.changed}`],
  ['a byte of its JSON', lines => lines.with(recordAt(lines, 5), lineAt(lines, 5).replace('"id"', '"ib"')), `序号 5，${problemNames.changed}`],
  ['its number', lines => lines.with(recordAt(lines, 5), lineAt(lines, 5).replace('"seq":5', '"seq":6')), `序号 5，${problemNames.changed}`],
  ['a line that is no JSON any more', lines => lines.with(recordAt(lines, 5), 'x'), `序号 5，${problemNames.changed}`],
  ['a second value for a column', lines => lines.with(recordAt(lines, 5), lineAt(lines, 5).replace('{"lane"', '{"message":"x","lane"')), `序号 5，${problemNames.changed}`],
  ['a record taken out', lines => without(lines, recordAt(lines, 5)), `序号 5，${problemNames.missing}`],
  ['the last record taken out', lines => without(lines, recordAt(lines, LAST)), `序号 ${LAST}，${problemNames.missing}`],
  ['a whole lane taken out', lines => lines.filter(line => line.startsWith('{"manifest"') || !line.includes(`{"lane":${CHAIN},`)), `序号 1，${problemNames.missing}`],
  ['two records swapped', lines => lines.with(recordAt(lines, 5), lineAt(lines, 6)).with(recordAt(lines, 6), lineAt(lines, 5)), `序号 5，${problemNames.swapped}`],
  ['a record moved to the end', lines => [...without(lines, recordAt(lines, 5)), lineAt(lines, 5)], `序号 5，${problemNames.swapped}`],
  ['a record twice', lines => lines.toSpliced(recordAt(lines, 6), 0, lineAt(lines, 5)), `序号 5，${problemNames.swapped}`],
  ['cut off after a line', lines => lines.slice(0, recordAt(lines, 9)), `序号 9，${problemNames.cut}`],
  ['cut off within a line', lines => fileOf(lines.slice(0, recordAt(lines, 9) + 1)).subarray(0, -20), `序号 9，${problemNames.cut}`],
  ['without its end', lines => lines.slice(0, -1), '缺少已签名的结尾'],
  ['something behind its end', lines => [...lines, '{}'], '签名的结尾之后还有内容'],
  ['a checkpoint taken out', lines => without(lines, lines.findIndex(line => line.startsWith('{"checkpoint"'))), '文件的其他行（清单或检查点）被改动'],
  ['the manifest changed', lines => lines.with(0, lines[0]!.replace('年度审计', '月度审计')), '清单的签名无效'],
  ['no evidence at all', () => ['{"a":1}'], '不是操作日志存证文件'],
] // prettier-ignore

test('T28 the verifier names every forgery of the file, and finds the untouched file intact, compressed or not', async () => {
  const packed = await evidenceOf(server)
  const lines = linesOf(packed)
  expect((await verified(packed)).code).toBe(0)
  expect((await verified(fileOf(lines))).code).toBe(0)
  for (const [name, act, problem] of fileCuts) {
    const cut = act(lines)
    const result = await verified(Buffer.isBuffer(cut) ? cut : fileOf(cut))
    expect(result.output, name).toContain(problem)
    expect(result.code, name).toBe(1)
  }
})

test('T28 a compressed file that is cut off is reported as cut at that point', async () => {
  const lines = linesOf(await evidenceOf(server))
  const packed = gzipSync(fileOf(lines), { level: 0 })
  const result = await verified(packed.subarray(0, packed.length / 2))
  expect(result).toMatchObject({ code: 1, output: expect.stringMatching(/链 \d 序号 \d+，从此处起被截断/) })
})

test('T28 a file signed with another key is detected by the fingerprint', async () => {
  const { fingerprint } = await server.admin.call(operLog.evidence)
  // Without background jobs, which could store the deleted key again.
  const stranger = await startTestServer()
  try {
    await stranger.kernel.pool.query("delete from key_store where purpose = 'checkpoint'")
    const other = await startTestServer({ beside: stranger, jobs: true })
    try {
      const file = await evidenceOf(other)
      expect((await verified(file)).code).toBe(0)
      expect(await verified(file, fingerprint)).toMatchObject({ code: 1, output: expect.stringContaining('公钥不符') })
    } finally {
      await other.close()
    }
  } finally {
    await stranger.close()
  }
})

const NASTY = [
  '甲\r\n2026-01-01 admin 登录成功', '\u001b[2J乙', '"引号"\\反斜\\u0000', '\t\b\f\n\r', '\u2028\u2029\u0085\ufeff', '😀👨‍👩‍👧\u{10ffff}', '\u007f\u0080\u009f',
  '</script><!--', '\u0001\u0002\u001f', ' ', '', '\\u0041', 'e\u0301é', '\ufffd\uffff', '1e400', '字'.repeat(4000),
] // prettier-ignore

test('T28 the verifier builds the text of a record as PostgreSQL prints it, whatever its content; a record stays one line', async () => {
  const unit = fc.integer({ min: 1, max: 0x10ffff }).filter(code => code < 0xd800 || code > 0xdfff)
  const any = fc.array(unit, { maxLength: 30 }).map(codes => String.fromCodePoint(...codes))
  const wild = fc.sample(any, { numRuns: 300, seed: 20_261_123 })
  const costs = [0, -1, 2_147_483_647, -2_147_483_648]
  for (const [n, value] of [...NASTY, ...wild].entries())
    await write(entry(n % 8, { user_name: value, params: value, message: value, target: n % 3 ? value : null, cost: costs[n % 4] }))
  expect((await proven(server)).fault).toBeNull()
  const file = await evidenceOf(server)
  const result = await verified(file)
  expect(result.output).toContain('完整：')
  expect(result.code).toBe(0)
  const lines = linesOf(file).filter(line => line.startsWith('{"lane"'))
  expect(lines.length).toBe(8 * LAST + NASTY.length + wild.length)
  expect(new Set(lines.map(line => JSON.parse(line).userName))).toEqual(new Set([...NASTY, ...wild, 'admin']))
})

test('T28 the verifier prints names so that they cannot control the terminal', async () => {
  await write(entry(0, { user_name: '\u001b[2J\r\n完整：没有问题' }))
  await tamper(server, `update oper_log set message = '改' where lane = 0 and seq = ${LAST + 1}`)
  const { output } = await verified(await evidenceOf(server))
  expect(output).toContain('操作人 \\u001b[2J\\r\\n完整')
  expect(output.split('\n').some(line => line.startsWith('完整'))).toBe(false)
})
