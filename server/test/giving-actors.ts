import type { AnyCall } from '@hufu/contract/call'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import { client } from './api-clients.ts'
import { givingActs } from './giving-acts.ts'
import { clientActs, plainActs, roleActs, scimActs, type ScimRequest } from './giving-other-acts.ts'
import type { GivingAct } from './giving-picker.ts'
import type { Giver } from './giving-reference.ts'
import type { Answered, Subject, TestServer } from './harness.ts'
import { scimClient } from './scim.ts'

type Sent = Awaited<ReturnType<GivingAct['input']>>

export interface Actor extends Giver {
  acts: readonly GivingAct[]
  send(one: GivingAct, input: Sent): Promise<Answered>
  /** For waiting for the tasks the actor started. */
  subject: Subject
}

const ROLE_PAGES = ['/system/systemRoleIndex#*', '/system/manage#*', '/system/gradeAdmins#*']
/** The grants of the model's system roles: one administers roles and users, the other appoints and authorises. */
export const KEPT: readonly string[][] = [
  [...ROLE_PAGES, '/organiz/index#*', '/organiz/user-label#*', '/organiz/org-list#*'],
  [...ROLE_PAGES, '/authorize/index#*', '/organiz/work-group#*', '/app/user#*'],
]

interface People {
  admins: readonly string[]
  keepers: readonly string[]
  plain: string
}

/** Everybody who acts in the model, and the acts each of them tries. */
export async function actorsOf(server: TestServer, { admins, keepers, plain }: People): Promise<Actor[]> {
  const person = async (id: string, gives: Giver['gives'], acts: readonly GivingAct[]): Promise<Actor> => {
    const subject = await server.as(id)
    return { id, gives, acts, subject, send: ({ call }, input) => subject.send(call, input) }
  }
  return [
    ...(await Promise.all(admins.map(id => person(id, 'held', givingActs)))),
    ...(await Promise.all(keepers.map(id => person(id, 'roles', roleActs)))),
    await person(plain, 'held', plainActs),
    await system(server),
    await scim(server),
  ]
}

async function system(server: TestServer): Promise<Actor> {
  const { id, headers } = await client(
    server,
    [...clientCalls.values()].filter(({ path }: AnyCall) => !path.startsWith('/scim/')),
  )
  const { nobody: subject } = server
  return { id, gives: 'calls', acts: clientActs, subject, send: ({ call }, input) => subject.send(call, { ...input, headers }) }
}

async function scim(server: TestServer): Promise<Actor> {
  const { id, ask } = await scimClient(server)
  const send = async (_: GivingAct, input: Sent): Promise<Answered> => {
    const { method, path, body: sent } = input!.body as unknown as ScimRequest
    const { status, headers, body } = await ask(method, path, sent)
    const envelope = { code: status < 300 ? 'success' : String(status), message: String(body?.detail ?? ''), data: null }
    return { status, headers, envelope, bytes: Buffer.from('') }
  }
  return { id, gives: 'calls', acts: scimActs, subject: server.nobody, send }
}
