import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openSmtpFake, type FakeSmtp } from '../../../test/fakes/smtp.ts'
import { isMailAddress } from './address.ts'
import { MailError, type MailAccount } from './mail-server.ts'
import { messageOf, dotStuffed } from './message.ts'
import { openSmtp } from './smtp.ts'

const fakes: FakeSmtp[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

/** A certificate for 127.0.0.1, or for another name. */
function certificate(name = 'IP:127.0.0.1') {
  const folder = mkdtempSync(join(tmpdir(), 'smtp-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=fake', '-addext', `subjectAltName=${name}`, '-days', '2'], { stdio: 'ignore' }) // prettier-ignore
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function fakeWith(behaviour: Parameters<typeof openSmtpFake>[0]) {
  const fake = await openSmtpFake(behaviour)
  fakes.push(fake)
  return fake
}
const account = (fake: FakeSmtp, more: Partial<MailAccount> = {}): MailAccount => ({
  host: '127.0.0.1',
  port: fake.port,
  security: 'starttls',
  user: 'iam',
  password: 'secret',
  from: 'iam@hufu.example',
  fromName: '统一身份认证',
  ...more,
})
const mail = { to: 'zs@example.com', subject: '邮箱验证码', text: '.验证码为 123456\n..第二行\n' }

async function errorOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(() => undefined, (caught: unknown) => caught) // prettier-ignore
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

test('N-03 a mail is sent over STARTTLS with authentication after it, and arrives as written', async () => {
  const tls = certificate()
  const fake = await fakeWith({ tls })
  await openSmtp(account(fake), { withLoopback: true, ca: tls.cert }).send(mail)
  expect(fake.mails).toMatchObject([{ from: 'iam@hufu.example', to: 'zs@example.com', text: mail.text, secure: true, signedInAs: 'iam' }])
  expect(fake.lines.indexOf('STARTTLS')).toBeLessThan(fake.lines.findIndex(line => line.startsWith('AUTH')))
  expect(fake.lines.filter(line => line.startsWith('EHLO'))).toHaveLength(2)
})

test('N-03 neither password nor mail is sent unencrypted where TLS is required', async () => {
  const bare = await fakeWith({})
  await errorOf(openSmtp(account(bare), { withLoopback: true }).send(mail))
  const plain = await errorOf(openSmtp(account(bare, { security: 'none' }), { withLoopback: true }).send(mail))
  expect(plain.retry).toBe(false)
  expect(bare.lines.some(line => /^(AUTH|MAIL|DATA)/.test(line))).toBe(false)
  expect(bare.mails).toEqual([])
})

test('N-03 a certificate of another name, or an untrusted one, ends the connection before the mail', async () => {
  const other = certificate('DNS:other.example')
  const fake = await fakeWith({ tls: other })
  await errorOf(openSmtp(account(fake), { withLoopback: true, ca: other.cert }).send(mail))
  await errorOf(openSmtp(account(fake), { withLoopback: true }).send(mail))
  expect(fake.lines.some(line => /^(AUTH|MAIL)/.test(line))).toBe(false)
})

test('N-03 bytes sent unencrypted along with the answer to STARTTLS are not taken for the server’s answer', async () => {
  const tls = certificate()
  const fake = await fakeWith({ tls, injects: '250 ok' })
  const { retry } = await errorOf(openSmtp(account(fake), { withLoopback: true, ca: tls.cert }).send(mail))
  expect(retry).toBe(false)
  expect(fake.mails).toEqual([])
})

test('N-03 a temporary refusal is retried, a permanent one is not, and errors do not repeat the mail', async () => {
  const busy = await fakeWith({ answers: { RCPT: '450 later <zs@example.com>' } })
  const open = { security: 'none', user: '' } as const
  const later = await errorOf(openSmtp(account(busy, open), { withLoopback: true }).send(mail))
  expect(later.retry).toBe(true)
  const closed = await fakeWith({ answers: { RCPT: '550 no such user zs@example.com' } })
  const never = await errorOf(openSmtp(account(closed, open), { withLoopback: true }).send(mail))
  expect(never.retry).toBe(false)
  expect(`${later.message}${never.message}`).not.toContain('zs@')
  const odd = await fakeWith({ answers: { MAIL: 'hello?' } })
  expect((await errorOf(openSmtp(account(odd, open), { withLoopback: true }).send(mail))).retry).toBe(false)
})

test('T23 a mail server on this machine or at a cloud’s metadata address is not contacted; a silent one times out', async () => {
  const fake = await fakeWith({})
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254'])
    await errorOf(openSmtp(account(fake, { host, security: 'none', user: '' }), { withLoopback: false }).send(mail))
  expect(fake.lines).toEqual([])
  const silent = await fakeWith({ answers: { EHLO: '250-never ends' } })
  const { retry } = await errorOf(
    openSmtp(account(silent, { security: 'none', user: '' }), { withLoopback: true, timeoutMs: 50 }).send(mail),
  )
  expect(retry).toBe(true)
})

test('N-03 no name, subject or address can start another header or command', () => {
  const parts = { from: 'iam@hufu.example', fromName: 'a\r\nBcc: b@example.com' }
  const message = messageOf({ ...mail, subject: '标题\r\nBcc: b@example.com\r\n\r\nbody' }, parts)
  expect(
    message
      .split('\r\n\r\n')[0]!
      .split('\r\n')
      .filter(line => /^bcc/i.test(line)),
  ).toEqual([])
  for (const to of [
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'a@example.com>',
    '"a b"@example.com',
    'a@example.com,b@example.com',
    '@x.com',
  ]) {
    expect(isMailAddress(to)).toBe(false)
    expect(() => messageOf({ ...mail, to }, parts)).toThrow(MailError)
  }
  expect(isMailAddress("o'neil+a.b@mail.example.com")).toBe(true)
})

test('N-03 lines that begin with a dot are doubled, and line breaks become CRLF', () => {
  expect(dotStuffed('a\n.\n..b\r\n.\rc')).toBe('a\r\n..\r\n...b\r\n..\r\nc')
})
