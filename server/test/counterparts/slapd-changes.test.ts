import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { MarkLost, type RawBatch, type Source } from '../../src/domains/provisioning/sync/sources/source.ts'
import { openTestSource } from '../sources.ts'
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
async function read(batches: AsyncIterable<RawBatch>) {
  const seen = { org: 0, user: [] as string[], watermark: undefined as string | undefined }
  for await (const { objectType, rows, watermark } of batches) {
    if (objectType === 'org') seen.org += rows.length
    else seen.user.push(...rows.map(({ uid, cn }) => String(uid ?? cn)))
    seen.watermark = watermark ?? seen.watermark
  }
  return seen
}
const source = ({ host, port }: Slapd, type: 'ldap' | 'ad', options: object): Source =>
  openTestSource(type, {
    url: `ldap://${host}:${port}`,
    secret: PASSWORD,
    paths: ['id', 'parentId', 'uid', 'cn'],
    objectType: type === 'ad' ? 'user' : 'all',
    options: { bindDn: READER, security: 'none', userBase: SUFFIX, orgBase: SUFFIX, ...options },
  })

const ou = `dn: ou=staff,${SUFFIX}\nobjectClass: organizationalUnit\nou: staff\n`
const person = (uid: string) => `dn: uid=${uid},ou=staff,${SUFFIX}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
modifyTimestamp: 20261101080000Z
`

test('F7 a delta read of a directory returns the entries modified since, by the directory’s own times, and all organisations', async () => {
  const slapd = await directory({ ldif: `${ou}\n${[1, 2, 3].map(n => person(`u${n}`)).join('\n')}` })
  const first = await read(source(slapd, 'ldap', {}).read())
  expect(first).toEqual({ org: 1, user: ['u1', 'u2', 'u3'], watermark: '20261101080000Z' })
  await slapd.change(
    `dn: uid=u2,ou=staff,${SUFFIX}\nchangetype: modify\nreplace: sn\nsn: other\n\ndn: uid=u3,ou=staff,${SUFFIX}\nchangetype: delete\n`,
  )
  // Five minutes before the first change all are found; a little later only the user who was changed.
  expect((await read(source(slapd, 'ldap', {}).changes!('20261101080000Z'))).user).toEqual(['u1', 'u2'])
  const later = await read(source(slapd, 'ldap', {}).changes!('20261101080600Z'))
  expect(later).toMatchObject({ org: 1, user: ['u2'] })
  expect(later.watermark! > '20261101080600Z').toBe(true)
  expect((await read(source(slapd, 'ldap', {}).changes!('20990101000000Z'))).user).toEqual([])
})

const GUID = '33221100554477668899aabbccddee'
const account = (cn: string, usn: number, last: string) => `dn: cn=${cn},cn=Users,${SUFFIX}
objectClass: user
objectClass: extensibleObject
cn: ${cn}
sn: ${cn}
instanceType: 4
nTSecurityDescriptor: x
objectCategory: cn=Person,${SUFFIX}
uSNChanged: ${usn}
objectGUID:: ${Buffer.from(GUID + last, 'hex').toString('base64')}
`
/** What a domain controller says about itself, with the ordering of numbers that Debian's schema leaves out. */
const controller = (usn: number, withId: boolean) => async (folder: string) => {
  const schema = await readFile('/etc/ldap/schema/msuser.schema', 'utf8')
  const ordered = schema.replace(/(NAME 'uSNChanged'\s+)SYNTAX 'MSADlargeInteger'/, `$1 EQUALITY integerMatch ORDERING integerOrderingMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27`) // prettier-ignore
  await writeFile(join(folder, 'ad.schema'), ordered)
  const service = withId ? `cn=settings,${SUFFIX}` : `cn=nobody,${SUFFIX}`
  await writeFile(join(folder, 'root.ldif'), `dn:\nhighestCommittedUSN: ${usn}\ndsServiceName: ${service}\n`)
  return `include /etc/ldap/schema/nis.schema
include ${folder}/ad.schema
attributetype ( 1.3.6.1.4.1.99999.1 NAME 'highestCommittedUSN' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.2 NAME 'dsServiceName' SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 SINGLE-VALUE )
rootDSE ${folder}/root.ldif
`
}
const ID = '11111111-1111-1111-1111-111111111111'
const settings = `dn: cn=settings,${SUFFIX}
objectClass: applicationProcess
objectClass: extensibleObject
cn: settings
invocationId:: ${Buffer.alloc(16, 0x11).toString('base64')}
`
const accounts = `dn: cn=Users,${SUFFIX}\nobjectClass: applicationProcess\ncn: Users\n
${settings}\n${account('early', 900, '01')}\n${account('late', 1500, '02')}`
const ad = (slapd: Slapd) => source(slapd, 'ad', { userFilter: '(objectClass=user)' })

test('F7 a delta read of Active Directory uses the uSN of its domain controller; another controller needs a full read', async () => {
  const slapd = await directory({ ldif: accounts, globals: controller(2000, true) })
  expect(await read(ad(slapd).read())).toEqual({ org: 0, user: ['early', 'late'], watermark: `${ID}:2000` })
  expect(await read(ad(slapd).changes!(`${ID}:1000`))).toEqual({ org: 0, user: ['late'], watermark: `${ID}:2000` })
  expect((await read(ad(slapd).changes!(`${ID}:1500`))).user).toEqual([])
  await expect(read(ad(slapd).changes!(`${ID.replaceAll('1', '2')}:1000`))).rejects.toThrow(MarkLost)
  // A directory restored from a backup counts the same numbers again.
  await expect(read(ad(slapd).changes!(`${ID}:2001`))).rejects.toThrow(MarkLost)
})

test('F7 without permission to read the domain controller there is no watermark', async () => {
  const slapd = await directory({ ldif: accounts, globals: controller(2000, false) })
  expect(await read(ad(slapd).read())).toEqual({ org: 0, user: ['early', 'late'], watermark: undefined })
})
