import type { AnyCall } from '@hufu/contract/call'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import { client } from './api-clients.ts'
import { givingActs } from './giving-acts.ts'
import { clientActs, plainActs, roleActs, scimGroupActs, scimLabelActs, type ScimRequest } from './giving-other-acts.ts'
import type { GivingAct } from './giving-picker.ts'
import type { Giver, Opener } from './giving-reference.ts'
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
  /** The organisation of a SCIM client of a branch. */
  branch: string
}

/** The calls that the pages of the first of these system roles allow (KEPT). */
const OPENED_BY_KEEPER = /^\/v3\/(user|userLabel|org)\//

/** Everybody who acts in the model, and the acts each of them tries. */
export async function actorsOf(server: TestServer, { admins, keepers, plain, branch }: People): Promise<Actor[]> {
  const person = async (id: string, gives: Giver['gives'], acts: readonly GivingAct[]): Promise<Actor> => {
    const subject = await server.as(id)
    return { id, gives, acts, subject, send: ({ call }, input) => subject.send(call, input) }
  }
  const admin = { id: '1', others: 'everything' } as const
  return [
    ...(await Promise.all(admins.map(id => person(id, 'held', givingActs)))),
    ...(await Promise.all(keepers.map(id => person(id, 'roles', roleActs)))),
    await person(plain, 'held', plainActs),
    await system(server, admin, clientActs),
    await system(
      server,
      { id: keepers[0]!, others: 'everything' },
      clientActs.filter(({ call }) => OPENED_BY_KEEPER.test(call.path)),
    ),
    // Whoever opened the calls of this client may no longer open them.
    await system(server, { id: plain, others: 'nothing' }, clientActs),
    await scim(server, admin, {}, scimGroupActs),
    await scim(server, { id: '1', others: 'byPlace' }, { rootOrg: branch, groupsAre: 'label' }, scimLabelActs),
  ]
}

async function openedBy(server: TestServer, clientId: string, opener: Opener): Promise<void> {
  await server.kernel.pool.query('update api_client_call set opened_by = $2 where client_id = $1', [clientId, opener.id])
}

async function system(server: TestServer, opener: Opener, acts: readonly GivingAct[]): Promise<Actor> {
  const { id, headers } = await client(
    server,
    [...clientCalls.values()].filter(({ path }: AnyCall) => !path.startsWith('/scim/')),
  )
  await openedBy(server, id, opener)
  const { nobody: subject } = server
  return { id, gives: 'client', opener, acts, subject, send: ({ call }, input) => subject.send(call, { ...input, headers }) }
}

async function scim(
  server: TestServer,
  opener: Opener,
  settings: Parameters<typeof scimClient>[1],
  acts: readonly GivingAct[],
): Promise<Actor> {
  const { id, ask } = await scimClient(server, settings)
  const send = async (_: GivingAct, input: Sent): Promise<Answered> => {
    const { method, path, body: sent } = input!.body as unknown as ScimRequest
    const { status, headers, body } = await ask(method, path, sent)
    const envelope = { code: status < 300 ? 'success' : String(status), message: String(body?.detail ?? ''), data: null }
    return { status, headers, envelope, bytes: Buffer.from('') }
  }
  return { id, gives: 'client', opener, acts, subject: server.nobody, send }
}
