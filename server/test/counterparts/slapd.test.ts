import { afterEach, expect, test } from 'vitest'
import type { Connection, RawRow } from '../../src/domains/provisioning/sync/sources/source.ts'
import { errorOf, openTestSource, rowsOf } from '../sources.ts'
import { PASSWORD, READER, startSlapd, SUFFIX, type Slapd } from './slapd.ts'

const open: Slapd[] = []
afterEach(async () => {
  for (const slapd of open.splice(0)) await slapd.stop()
})
async function directory(options: Parameters<typeof startSlapd>[0]): Promise<Slapd> {
  const slapd = await startSlapd(options)
  open.push(slapd)
  return slapd
}

const BASE = `ou=公司,${SUFFIX}`
const ou = (dn: string, name: string) => `dn:: ${base64(dn)}\nobjectClass: organizationalUnit\nou:: ${base64(name)}\n`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const person = (uid: string, where: string, more = '') =>
  `dn:: ${base64(`uid=${uid},${where}`)}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn:: ${base64('张')}\nemployeeNumber: E-${uid}\n${more}`
const people = (count: number, where: string) => Array.from({ length: count }, (_, at) => person(`u${at + 1}`, where)).join('\n')
const tree = `${ou(BASE, '公司')}\n${ou(`ou=研发\\, 测试,${BASE}`, '研发, 测试')}\n`

const source = ({ host, port, ca }: Slapd, { options, ...more }: Partial<Connection> = {}) =>
  openTestSource('ldap', {
    url: `${ca ? 'ldaps' : 'ldap'}://${host}:${port}`,
    secret: PASSWORD,
    paths: ['id', 'parentId', 'uid', 'employeeNumber', 'ou', 'mail'],
    ...more,
    options: { bindDn: READER, security: ca ? 'ldaps' : 'none', ...(ca && { ca }), userBase: BASE, orgBase: BASE, ...options },
  })

const idsOf = (rows: readonly RawRow[]) => new Set(rows.map(row => String(row.id)))
const named = (rows: readonly RawRow[], uid: string) => rows.find(row => row.uid === uid)!

test('F12 12, D-56 a directory limited to 500 entries a page is read completely, with the organisation above each user', async () => {
  const slapd = await directory({
    ldif: `${tree}\n${people(2501, `ou=研发\\, 测试,${BASE}`)}\n`,
    limits: `limits dn.exact="${READER}" size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited`,
    tls: 'ldaps',
  })
  const { org, user } = await rowsOf(source(slapd).read())
  expect(user).toHaveLength(2501)
  expect(idsOf(user).size).toBe(2501)
  const [company, research] = [org.find(row => row.ou === '公司')!, org.find(row => row.ou === '研发, 测试')!]
  expect([company.parentId, research.parentId]).toEqual([null, company.id])
  expect(new Set(user.map(row => row.parentId))).toEqual(new Set([research.id]))
  expect(named(user, 'u7')).toEqual({
    uid: 'u7', employeeNumber: 'E-u7', id: expect.stringMatching(/^[0-9a-f-]{36}$/), parentId: research.id, dn: expect.stringContaining('uid=u7,'),
  }) // prettier-ignore
  // The same with pages larger than the directory allows: they are halved until it accepts them.
  expect((await rowsOf(source(slapd, { options: { pageSize: 1000 } }).read())).user).toHaveLength(2501)
})

test('D-56 a read the directory cuts short is incomplete', async () => {
  const slapd = await directory({
    ldif: `${tree}\n${people(1200, BASE)}\n`,
    limits: `limits dn.exact="${READER}" size.soft=1000 size.hard=1000 size.pr=500 size.prtotal=1000`,
  })
  const read = rowsOf(source(slapd).read())
  expect(await errorOf(read)).toBe('来源限制了返回的数量或时间，没有读取完整')
})

test('D-56 a directory that dies between two pages makes the read incomplete', async () => {
  const slapd = await directory({ ldif: `${tree}\n${people(600, BASE)}\n` })
  const read = source(slapd, { objectType: 'user', paths: ['uid'], options: { pageSize: 100 } }).read()
  const batches = read[Symbol.asyncIterator]()
  expect((await batches.next()).value).toMatchObject({ objectType: 'user', rows: { length: 100 } })
  await slapd.stop('SIGKILL')
  const rest = async () => {
    while (!(await batches.next()).done);
  }
  expect(await errorOf(rest())).toBe('无法连接来源')
})

test('X-SYNC-09 a wrong password, base, filter or attribute each has its own message', async () => {
  const slapd = await directory({ ldif: `${tree}\n${people(3, BASE)}\n` })
  expect(await errorOf(source(slapd, { secret: 'wrong' }).test())).toBe('绑定账号或密码不正确')
  expect(await errorOf(source(slapd, { secret: '' }).test())).toBe('请填写绑定账号的密码')
  expect(await errorOf(source(slapd, { options: { bindDn: 'nonsense' } }).test())).toBe('基准 DN 或绑定账号的 DN 格式不正确')
  expect(await errorOf(source(slapd, { options: { userBase: `ou=nowhere,${SUFFIX}` } }).test())).toBe('基准 DN 不存在，或绑定账号无权查看')
  for (const userFilter of ['(&(uid=*)', '(uid=*))', '(uid=*)(cn=*)', 'uid=*', '(uid)', '(&)x'])
    expect(await errorOf(source(slapd, { options: { userFilter } }).test()), userFilter).toBe('用户的过滤条件格式不正确')
  expect(await errorOf(source(slapd, { options: { userBase: '' } }).test())).toBe('请填写用户的基准 DN')
  expect(await errorOf(source(slapd, { paths: ['uid', 'userPassword'] }).test())).toBe('属性“userPassword”涉及密码，不会被读取')
  expect(await errorOf(source(slapd, { options: { idAttribute: 'objectGUID' } }).test())).toContain('没有返回标识属性“objectGUID”')
  const unknown = await source(slapd, { objectType: 'user', paths: ['uid'], options: { userFilter: '(noSuchAttribute=1)' } }).test()
  expect(unknown).toMatchObject({ ok: true, message: expect.stringContaining('没有读取到数据'), batches: [] })
})

test('X-SYNC-09 testing a directory reads the first rows of each object type', async () => {
  const slapd = await directory({ ldif: `${tree}\n${people(230, BASE)}\n` })
  const { ok, message, batches } = await source(slapd, { options: { pageSize: 200 } }).test()
  expect({ ok, message }).toEqual({ ok: true, message: '连接成功，首页读取 102 条' })
  expect(batches.map(({ objectType, rows }) => [objectType, rows.length])).toEqual([['org', 2], ['user', 100]]) // prettier-ignore
})

test('F12 12, D-56 a user renamed or moved in the directory keeps their id', async () => {
  const slapd = await directory({ ldif: `${tree}\n${person('before', BASE)}\n${person('stays', BASE)}\n` })
  const before = await rowsOf(source(slapd).read())
  const research = `ou=研发\\, 测试,${BASE}`
  await slapd.change(
    `dn:: ${base64(`uid=before,${BASE}`)}\nchangetype: modrdn\nnewrdn: uid=after\ndeleteoldrdn: 1\nnewsuperior:: ${base64(research)}\n`,
  )
  const after = await rowsOf(source(slapd).read())
  expect(named(after.user, 'after').id).toBe(named(before.user, 'before').id)
  expect(named(after.user, 'after').parentId).toBe(after.org.find(row => row.ou === '研发, 测试')!.id)
  expect(idsOf(after.user)).toEqual(idsOf(before.user))
})

test('D-56 several values have one order, a single value is no list, and attribute names ignore letter case', async () => {
  const mails = ['c@example.com', 'a@example.com', 'b@example.com']
  const many = person('many', BASE, mails.map(mail => `mail: ${mail}\n`).join(''))
  const slapd = await directory({ ldif: `${tree}\n${many}\n${person('one', BASE, 'mail: z@example.com\njpegPhoto:: /9j/4AAQ\n')}\n` })
  const { user } = await rowsOf(source(slapd, { paths: ['UID', 'MAIL', 'mail[0]', 'employeenumber', 'jpegPhoto'] }).read())
  const byUid = (uid: string) => user.find(row => row.UID === uid)
  expect(byUid('many')).toMatchObject({ MAIL: mails.toSorted(), mail: mails.toSorted(), employeenumber: 'E-many' })
  expect(byUid('one')).toMatchObject({ MAIL: 'z@example.com', mail: 'z@example.com', jpegPhoto: Buffer.from('/9j/4AAQ', 'base64') })
})

test('D-56 the certificate of a directory is verified, and StartTLS encrypts before the password is sent', async () => {
  const tls = await directory({ ldif: `${tree}\n${people(2, BASE)}\n`, tls: 'ldaps' })
  expect((await rowsOf(source(tls).read())).user).toHaveLength(2)
  const stranger = await directory({ ldif: tree, tls: 'startTls' })
  expect(await errorOf(source(tls, { options: { ca: stranger.ca } }).test())).toContain('证书不受信任')
  expect(await errorOf(source(tls, { options: { ca: undefined } }).test())).toContain('证书不受信任')
  expect(await errorOf(source({ ...stranger }, { options: {} }).test())).toContain('没有以 TLS 应答')
  const startTls = (options: object = {}) =>
    source(stranger, { url: `ldap://${stranger.host}:${stranger.port}`, options: { security: 'startTls', ...options } })
  expect((await rowsOf(startTls().read())).org).toHaveLength(2)
  expect(await errorOf(startTls({ ca: tls.ca }).test())).toContain('证书不受信任')
  const plain = await directory({ ldif: tree })
  const refused = source({ ...plain, ca: tls.ca }, { url: `ldap://${plain.host}:${plain.port}`, options: { security: 'startTls' } })
  expect(await errorOf(refused.test())).toBe('来源不支持 StartTLS')
  expect(await errorOf(source(plain, { options: { security: 'ldaps' } }).test())).toContain('须使用 ldaps:// 地址')
})

test('D-56 a directory on this machine or at a link-local address is not contacted', async () => {
  const slapd = await directory({ ldif: tree })
  const url = `ldap://${slapd.host}:${slapd.port}`
  for (const address of [url, 'ldap://localhost', 'ldap://[::1]:389', 'ldap://169.254.169.254', 'ldap://2130706433'])
    expect(await errorOf(source(slapd, { url: address, isNear: false } as Partial<Connection>).test()), address).toBe('地址不允许访问')
  for (const address of ['http://directory', 'ldap://user:secret@directory', 'ldap://directory/dc=example?sub', ''])
    expect(await errorOf(source(slapd, { url: address }).test()), address).toContain('LDAP 地址应为')
})

const GUID = '33221100554477668899aabbccddeeff'
const account = (cn: string, control: number, guid: string) => `dn: cn=${cn},cn=Users,${SUFFIX}
objectClass: user
objectClass: extensibleObject
cn: ${cn}
sn: ${cn}
instanceType: 4
nTSecurityDescriptor: x
objectCategory: cn=Person,${SUFFIX}
userAccountControl: ${control}
uSNChanged: ${control + 1000}
accountExpires: 9223372036854775807
objectGUID:: ${Buffer.from(guid, 'hex').toString('base64')}
objectSid:: ${Buffer.from('010500000000000515000000010000000200000003000000f4010000', 'hex').toString('base64')}
`

test('D-56 in the schema of Active Directory objectGUID and objectSid are read as text, userAccountControl and uSNChanged unchanged', async () => {
  const container = `dn: cn=Users,${SUFFIX}\nobjectClass: applicationProcess\ncn: Users\n`
  const slapd = await directory({
    ldif: `${container}\n${account('on', 512, GUID)}\n${account('off', 514, GUID.replace('ff', 'fe'))}\n`,
    schemas: ['nis', 'msuser'],
  })
  const ad = openTestSource('ad', {
    objectType: 'user',
    url: `ldap://${slapd.host}:${slapd.port}`,
    secret: PASSWORD,
    paths: ['objectGUID', 'cn', 'userAccountControl', 'uSNChanged', 'accountExpires', 'objectSid'],
    options: { bindDn: READER, security: 'none', userBase: SUFFIX, userFilter: '(objectClass=user)' },
  })
  const { user } = await rowsOf(ad.read())
  expect(user.find(({ cn }) => cn === 'on')).toEqual({
    cn: 'on',
    userAccountControl: '512',
    uSNChanged: '1512',
    accountExpires: '9223372036854775807',
    objectGUID: '00112233-4455-6677-8899-aabbccddeeff',
    objectSid: 'S-1-5-21-1-2-3-500',
    id: '00112233-4455-6677-8899-aabbccddeeff',
    parentId: null,
    dn: `cn=on,cn=Users,${SUFFIX}`,
  })
  expect(user.find(({ cn }) => cn === 'off')).toMatchObject({ userAccountControl: '514', id: '00112233-4455-6677-8899-aabbccddeefe' })
})
