#!/usr/bin/env node
// Proves an exported operation log of Hufu (操作日志存证) without Hufu: plain Node 20 or later, no package, no network.
//
//   node verify-audit.mjs <file.jsonl or file.jsonl.gz> [fingerprint of the server's key]
//
// The file holds one JSON value a line: a signed manifest, then for each of the chains (chains) its records in order with signed
// checkpoints between them, then a signed end. A record's digest is the SHA-256 of its columns as one JSON array, spaced as
// PostgreSQL's jsonb prints it, the last of them the digest of the record before: so nothing can be changed, taken out, put in
// or moved without a digest that does not fit. Whoever made all digests anew would need the key the checkpoints are signed with.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

const COLUMNS = [
  'lane', 'seq', 'id', 'createTime', 'userId', 'userName', 'sessionId', 'ip', 'traceId', 'module', 'operateType', 'method', 'path',
  'params', 'code', 'message', 'cost', 'target', 'prevDigest',
] // prettier-ignore
const FORMAT = 'hufu.audit.1'
const LINE_MAX = 4 * 1024 * 1024
/** So far around its place a record is sought that was moved. */
const NEARBY_RECORDS = 2000
const NEWLINE = 10

const KINDS = {
  changed: '内容被修改',
  missing: '记录缺失（被删除）',
  swapped: '次序被调换',
  cut: '从此处起被截断',
  rewritten: '与已签名的检查点不符（被整段重写）',
  forged: '检查点签名无效',
}

class VerificationError extends Error {
  constructor(kind, chain, seq, { record, note, isSought = false } = {}) {
    super(KINDS[kind])
    Object.assign(this, { kind, lane: chain, seq, record, note, isSought })
  }
}
/** What cannot be pinned to one record. */
class FileError extends Error {}

/** jsonb prints an array with a comma and a space; strings, whole numbers and null it prints as JavaScript does. */
const canonicalText = record => `[${COLUMNS.map(column => JSON.stringify(record[column] ?? null)).join(', ')}]`
const sha256 = text => createHash('sha256').update(text, 'utf8').digest('hex')
const digestOf = record => sha256(canonicalText(record))
/** One way to write a record: a second value for a column, or a column nobody asked for, is a change too. */
const lineOf = record => JSON.stringify(Object.fromEntries([...COLUMNS, 'digest'].map(column => [column, record[column]])))

class Verifier {
  records = 0
  checkpoints = 0
  /** Of every line so far but the end. */
  bytes = createHash('sha256')
  at = 0
  here = undefined
  /** A record that disowns the one before it: whose fault that is the one behind it tells. */
  dispute = undefined

  constructor(manifest, key) {
    this.manifest = manifest
    this.key = key
    this.begin()
  }

  get lane() {
    return this.manifest.chains[this.at]
  }

  begin() {
    const { before } = this.lane
    this.here = { seq: before.seq, digest: before.digest, record: undefined }
    this.sure = before.seq
  }

  isSigned(name, body, signature) {
    return verify(null, Buffer.from(`${FORMAT}.${name}:${JSON.stringify(body)}`), this.key, Buffer.from(String(signature), 'base64'))
  }

  get isOver() {
    return this.at >= this.manifest.chains.length
  }

  get expected() {
    return this.here.seq + 1
  }

  get isChainDone() {
    return this.expected > this.lane.last.seq
  }

  /** Goes on to a chain; those in between must have come to their end. */
  moveTo(chain) {
    while (!this.isOver && this.lane.lane < chain) this.endChain()
    if (this.isOver || this.lane.lane !== chain) throw new FileError(`链 ${chain} 不在清单中`)
  }

  /** Something stands where the next record should: is that gone, or does it only stand elsewhere? */
  gap(kind = 'missing') {
    if (this.dispute) this.resolve(true)
    return new VerificationError(kind, this.lane.lane, this.expected, { isSought: true })
  }

  record(line, text) {
    if (!Number.isSafeInteger(line.seq) || digestOf(line) !== line.digest) throw this.strange(line)
    const { lane: chain, seq } = line
    if (this.isOver || chain < this.lane.lane || (chain === this.lane.lane && seq <= this.here.seq))
      throw new VerificationError('swapped', chain, seq, { record: line, note: '该记录重复出现，或被移到了后面' })
    this.moveTo(chain)
    if (seq !== this.expected) throw this.gap()
    if (text !== lineOf(line)) throw new VerificationError('changed', chain, seq, { record: line, note: '记录的书写形式被改动' })
    this.link(line)
    this.records++
  }

  /** Its content does not give its digest: it is another's content, or no longer its own. */
  strange(line) {
    if (this.dispute) this.resolve(line.prevDigest === this.here.digest)
    while (!this.isOver && this.isChainDone) this.endChain()
    if (this.isOver) return new FileError('末尾多出一条记录')
    const own = placeOf(line)
    const kind = own !== undefined && own !== this.expected ? 'swapped' : 'changed'
    return new VerificationError(kind, this.lane.lane, this.expected, { record: line.id === undefined ? undefined : line })
  }

  link(line) {
    const isOwned = line.prevDigest === this.here.digest
    if (this.dispute) this.resolve(isOwned)
    if (!isOwned) this.dispute = { first: this.here, second: { seq: line.seq, record: line } }
    this.here = { seq: line.seq, digest: line.digest, record: line }
  }

  /** Two records do not fit: where the next owns the second, it is the first that is not what it was. */
  resolve(isSecondOwned) {
    const { first, second } = this.dispute
    const bad = isSecondOwned && first.seq > 0 ? first : second
    throw new VerificationError('changed', this.lane.lane, bad.seq, { record: bad.record })
  }

  checkpoint({ checkpoint, signature }) {
    const { lane: chain, seq, digest } = checkpoint
    if (!this.isSigned('checkpoint', checkpoint, signature)) throw new VerificationError('forged', chain, seq)
    this.checkpoints++
    this.moveTo(chain)
    if (seq > this.here.seq) throw this.gap(this.isChainDone ? 'cut' : 'missing')
    if (seq < this.here.seq) throw new FileError(`链 ${chain} 序号 ${seq} 的检查点不在其位置上`)
    if (this.dispute) this.resolve(digest === this.here.digest)
    if (digest !== this.here.digest)
      throw new VerificationError('rewritten', chain, seq, {
        record: this.here.record,
        note: `被改动的记录在序号 ${this.sure + 1} 至 ${seq} 之间`,
      })
    this.sure = seq
  }

  endChain() {
    const { lane: chain, last, after } = this.lane
    if (!this.isChainDone) throw this.gap()
    const owner = after ? after.prevDigest : last.digest
    if (this.dispute) this.resolve(owner === this.here.digest)
    const isOwned = this.here.digest === last.digest && owner === last.digest
    if (after && after.seq !== last.seq + 1) throw new VerificationError('missing', chain, last.seq + 1)
    if (!isOwned) throw new VerificationError('changed', chain, this.here.seq, { record: this.here.record })
    this.at++
    if (!this.isOver) this.begin()
  }

  end({ end, signature }, bytes) {
    while (!this.isOver) this.endChain()
    if (!this.isSigned('end', end, signature)) throw new FileError('文件结尾的签名无效')
    if (end.records !== this.records || end.sha256 !== bytes) throw new FileError('记录完整，但文件的其他行（清单或检查点）被改动')
  }

  /** The file is over and nobody has said so. */
  breaksOff() {
    while (!this.isOver && this.isChainDone) this.endChain()
    if (this.isOver) throw new FileError('文件不完整：缺少已签名的结尾')
    if (this.dispute) this.resolve(true)
    throw new VerificationError('cut', this.lane.lane, this.expected)
  }
}

/** The number under which a record's content gives its digest. */
function placeOf(record) {
  if (!Number.isSafeInteger(record.seq)) return undefined
  const from = Math.max(1, record.seq - NEARBY_RECORDS)
  for (let seq = from; seq <= record.seq + NEARBY_RECORDS; seq++) if (digestOf({ ...record, seq }) === record.digest) return seq
  return undefined
}

async function* chunksOf(path) {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  const isPacked = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  const source = createReadStream(path, { highWaterMark: 1024 * 1024 })
  if (!isPacked) return yield* source
  const unpacked = createGunzip({ chunkSize: 1024 * 1024 })
  source.on('error', error => unpacked.destroy(error))
  try {
    yield* source.pipe(unpacked)
  } catch {
    // A packed file that breaks off, or is damaged: what came out of it before is proved, then it is cut.
  }
}

/** Split at line feeds alone: names may hold what other readers take for an end of line. The last may lack its own. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunksOf(path)) {
    const whole = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let to = whole.indexOf(NEWLINE); to >= 0; to = whole.indexOf(NEWLINE, from)) {
      yield { bytes: whole.subarray(from, to), isWhole: true }
      from = to + 1
    }
    rest = whole.subarray(from)
    if (rest.length > LINE_MAX) throw new FileError('不是操作日志存证文件')
  }
  if (rest.length > 0) yield { bytes: rest, isWhole: false }
}

const parsedJson = text => {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

const hasChains = manifest =>
  manifest?.format === FORMAT &&
  Array.isArray(manifest.chains) &&
  manifest.chains.length > 0 &&
  manifest.chains.every(({ before, last }) => Number.isSafeInteger(before?.seq) && Number.isSafeInteger(last?.seq))

function verifiedManifest(text, wanted) {
  const first = parsedJson(text)
  if (!hasChains(first?.manifest)) throw new FileError('不是操作日志存证文件')
  const { manifest, signature } = first
  const der = Buffer.from(String(manifest.key), 'base64')
  const fingerprint = createHash('sha256').update(der).digest('hex')
  if (wanted !== undefined && wanted !== fingerprint) throw new FileError(`公钥不符：文件中的公钥指纹是 ${shown(fingerprint)}`)
  let key
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    throw new FileError('清单中的公钥无效')
  }
  const verifier = new Verifier(manifest, key)
  if (!verifier.isSigned('manifest', manifest, signature)) throw new FileError('清单的签名无效')
  return { verifier, fingerprint }
}

async function prove(path, wanted) {
  const lines = linesOf(path)
  const head = await lines.next()
  if (head.done) throw new FileError('文件是空的')
  const first = head.value.bytes
  const { verifier, fingerprint } = verifiedManifest(first.toString('utf8'), wanted)
  tell(verifier.manifest, fingerprint, wanted !== undefined)
  verifier.bytes.update(first).update('\n')
  for await (const { bytes, isWhole } of lines) {
    if (!isWhole) break
    const text = bytes.toString('utf8')
    const line = parsedJson(text)
    try {
      if (line?.end) {
        verifier.end(line, verifier.bytes.digest('hex'))
        if (!(await lines.next()).done) throw new FileError('签名的结尾之后还有内容')
        return verifier
      }
      verifier.bytes.update(bytes).update('\n')
      if (line?.checkpoint) verifier.checkpoint(line)
      else verifier.record(line ?? {}, text)
    } catch (error) {
      if (error instanceof VerificationError && error.isSought) throw await findRecord(error, lines)
      throw error
    }
  }
  return verifier.breaksOff()
}

/** A record that is not in its place: swapped where it stands further down. */
async function findRecord({ kind, lane: chain, seq }, lines) {
  for await (const { bytes } of lines) {
    const line = parsedJson(bytes.toString('utf8'))
    if (line?.lane === chain && line.seq === seq) return new VerificationError('swapped', chain, seq, { record: line })
  }
  return new VerificationError(kind, chain, seq)
}

const shown = fingerprint => fingerprint.match(/.{1,4}/g).join(' ')

function tell({ system, period, exportedAt, exportedBy, reason }, fingerprint, isChecked) {
  console.log(`系统：${oneLine(system)}`)
  console.log(`时间段：${oneLine(period?.begin)} 至 ${oneLine(period?.end)}`)
  console.log(`导出：${oneLine(exportedAt)}，${oneLine(exportedBy)}，原因：${oneLine(reason)}`)
  console.log(`公钥指纹（SHA-256）：${shown(fingerprint)}${isChecked ? '，与给出的一致' : ''}`)
  if (!isChecked) console.log('请与系统“操作日志”页面显示的指纹核对，或把指纹作为第二个参数重新运行。')
}

/** Controls and escapes in names must not draw on the reader's screen (T28). */
const oneLine = value =>
  String(value ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, mark => JSON.stringify(mark).slice(1, -1))

function describe({ kind, lane: chain, seq, record, note }) {
  console.log(`不完整：第一条有问题的记录是 链 ${chain} 序号 ${seq}，${KINDS[kind]}。`)
  if (record) {
    const { id, createTime, userName, module, operateType, traceId } = record
    console.log(
      `该处的记录：编号 ${oneLine(id)}，时间 ${oneLine(createTime)}，操作人 ${oneLine(userName)}，操作 ${oneLine(module)}.${oneLine(operateType)}，追踪编号 ${oneLine(traceId)}`,
    )
  }
  if (note) console.log(note)
}

const [path, wanted] = process.argv.slice(2)
if (!path) {
  console.log('用法：node verify-audit.mjs <存证文件.jsonl 或 .jsonl.gz> [公钥指纹]')
  process.exitCode = 2
} else
  try {
    const { records, checkpoints } = await prove(path, wanted?.replaceAll(/[\s:]/g, '').toLowerCase())
    console.log(`完整：共校验 ${records} 条记录、${checkpoints} 个已签名的检查点，没有被修改、删除、调换或截断。`)
  } catch (error) {
    process.exitCode = 1
    if (error instanceof VerificationError) describe(error)
    else if (error instanceof FileError) console.log(`不完整：${error.message}。`)
    else console.log(`无法读取：${error.message}`)
  }
