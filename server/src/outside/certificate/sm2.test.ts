import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derOf, openRegistry, scalarsOf, type CertificateHolder } from '../../../test/certificates.ts'
import { CertificateError } from './certificate-error.ts'
import { publicKeyOf } from './signature.ts'
import { isSm2Point, verifySm2 } from './sm2.ts'

const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
const MESSAGE = Buffer.from('nonce of the day')

let registry: Awaited<ReturnType<typeof openRegistry>>
let holder: CertificateHolder
let point: Buffer
beforeAll(async () => {
  registry = await openRegistry()
  const root = await registry.authority('根', { kind: 'sm2' })
  holder = await root.issue('张三')
  point = createPublicKey(holder.pem).export({ type: 'spki', format: 'der' }).subarray(-65)
})
afterAll(() => registry.close())

const signed = async (more?: readonly string[]) => Buffer.from(await holder.sign(MESSAGE.toString(), more), 'base64')
/** Returns false or throws, which both mean refused. */
function refused(signature: Buffer, message = MESSAGE, key = point): boolean {
  try {
    return !verifySm2(key, message, signature)
  } catch (error) {
    if (error instanceof CertificateError) return true
    throw error
  }
}

test('the example of GM/T 0003.5 verifies', () => {
  const key = `0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13`
  const [r, s] = [
    0xf5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3n,
    0xb1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aan,
  ]
  expect(verifySm2(Buffer.from(key, 'hex'), Buffer.from('message digest'), derOf(r, s))).toBe(true)
  expect(verifySm2(Buffer.from(key, 'hex'), Buffer.from('message digesT'), derOf(r, s))).toBe(false)
})

test('twenty signatures by OpenSSL verify, and none for another message or key', async () => {
  const other = createPublicKey((await (await registry.authority('别', { kind: 'sm2' })).issue('李四')).pem)
  const stranger = other.export({ type: 'spki', format: 'der' }).subarray(-65)
  for (let n = 0; n < 20; n++) {
    const signature = await signed()
    expect(verifySm2(point, MESSAGE, signature)).toBe(true)
    expect(refused(signature, Buffer.from('another nonce'))).toBe(true)
    expect(refused(signature, MESSAGE, stranger)).toBe(true)
  }
})

test('D-30 a signature has exactly one valid form: (r, n + s), (n + r, s), (r, -s), zeros, n itself and other DER encodings are refused', async () => {
  const signature = await signed()
  const [r, s] = scalarsOf(signature)
  expect(derOf(r, s)).toEqual(signature)
  const numbers: [bigint, bigint][] = [
    [r, ORDER + s],
    [ORDER + r, s],
    [r, ORDER - s],
    [0n, s],
    [r, 0n],
    [0n, 0n],
    [ORDER, s],
    [r, ORDER],
    [r, ORDER - r],
    [s, r],
  ]
  for (const [n, pair] of numbers.entries()) expect(refused(derOf(...pair)), `pair ${n}`).toBe(true)
  const padded = Buffer.from(`30${(signature[1]! + 1).toString(16)}02${(signature[3]! + 1).toString(16).padStart(2, '0')}00`, 'hex')
  const writings = [
    Buffer.concat([signature, Buffer.of(0)]),
    Buffer.concat([padded, signature.subarray(4)]),
    Buffer.concat([Buffer.of(0x30, 0x81), signature.subarray(1)]),
    Buffer.concat([Buffer.of(0x31), signature.subarray(1)]),
    signature.subarray(0, -1),
    derOf(r),
    derOf(r, s, 1n),
    Buffer.from(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'), 'hex'),
    Buffer.alloc(0),
  ]
  for (const [n, writing] of writings.entries()) expect(refused(writing), `writing ${n}`).toBe(true)
})

test('a signature for another identity, for none, or by ECDSA over the same curve is refused', async () => {
  expect(refused(await signed(['-sm3', '-sigopt', 'distid:8765432187654321']))).toBe(true)
  expect(refused(await signed(['-sm3', '-sigopt', 'distid:']))).toBe(true)
  expect(refused(await signed(['-sm3', '-sigopt', 'distid:1234567812345678']))).toBe(false)
})

test('points that are not on the curve, at infinity, compressed or of another length are refused', async () => {
  const signature = await signed()
  const flipped = Buffer.from(point)
  flipped[64] = flipped[64]! ^ 1
  const compressed = Buffer.concat([Buffer.of(2 + (point[64]! & 1)), point.subarray(1, 33)])
  const points = [flipped, compressed, Buffer.of(0), Buffer.alloc(65), Buffer.concat([Buffer.of(4), Buffer.alloc(64)]), point.subarray(1)]
  for (const each of points) {
    expect(isSm2Point(each)).toBe(false)
    expect(refused(signature, MESSAGE, each)).toBe(true)
  }
  expect(isSm2Point(point)).toBe(true)
})

test('D-30 the algorithm of a key may be named as elliptic curve or as SM2 (GM/T 0015), where the curve is SM2', () => {
  const [curves, sm2, p256] = ['06072a8648ce3d0201', '06082a811ccf5501822d', '06082a8648ce3d030107']
  const info = (...identifier: string[]) => {
    const names = Buffer.from(identifier.join(''), 'hex')
    const body = Buffer.concat([Buffer.of(0x30, names.length), names, Buffer.of(3, point.length + 1, 0), point])
    return Buffer.concat([Buffer.of(0x30, body.length), body])
  }
  for (const algorithm of [curves!, sm2!]) expect(publicKeyOf(info(algorithm, sm2!))).toEqual({ kind: 'sm2', point })
  expect(() => publicKeyOf(info(sm2!, p256!))).toThrow('unsupported')
  expect(() => publicKeyOf(info(sm2!))).toThrow('unreadable')
})
