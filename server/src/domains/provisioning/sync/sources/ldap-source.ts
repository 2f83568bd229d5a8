import type { LdapOptions } from '@hufu/contract/provisioning/sync-options'
import type { LdapSearch, LdapSession } from '../../../../outside/ldap/session.ts'
import { changesOf, MODIFIED } from './ldap/changes.ts'
import { OrgTree } from './ldap/dn.ts'
import { attributeOf, Attributes } from './ldap/entry.ts'
import { isResult, ldapError } from './ldap/error.ts'
import { searchesOf, type Searches } from './ldap/searches.ts'
import { serverOf } from './ldap/server.ts'
import { LatestChange } from './latest-change.ts'
import {
  cutBatches,
  MarkLost,
  SourceError,
  type Connection,
  type ObjectType,
  type OpenSource,
  type RawBatch,
  type RawRow,
} from './source.ts'
import { sourceText } from './source-text.ts'
import { text } from '../text.ts'

const TIMEOUT_MS = 60_000
const TEST_TIMEOUT_MS = 5000
const TEST_ROWS = 100
const EMPTY_PAGES_MAX = 50
const PAGE_TOO_LARGE = 11

/** Reads an LDAP directory: organisations from its tree, and users with the organisation above them. */
export const ldapSource: OpenSource = (connection, kernel) => {
  const withLoopback = kernel.settings.allowLoopback
  async function* all(timeoutMs: number, watermark?: string): AsyncGenerator<RawBatch> {
    const reader = await Reader.open(connection, { withLoopback, timeoutMs })
    try {
      yield* reader.all(new LatestChange(kernel.now(), watermark), watermark)
    } catch (error) {
      throw error instanceof MarkLost ? error : ldapError(error)
    } finally {
      reader.close()
    }
  }
  return {
    read: () => all(TIMEOUT_MS),
    changes: watermark => all(TIMEOUT_MS, watermark),
    async test() {
      const batches = await firstOf(all(TEST_TIMEOUT_MS))
      const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
      return { ok: true, httpStatus: null, message: count > 0 ? text.test.ok(count) : sourceText.ldap.empty, batches }
    },
  }
}

class Reader {
  readonly #session: LdapSession
  readonly #attributes: Attributes
  readonly #options: LdapOptions
  readonly #connection: Connection
  readonly #searches: Searches
  readonly #tree = new OrgTree()

  private constructor(session: LdapSession, connection: Connection, searches: Searches, attributes: Attributes) {
    this.#session = session
    this.#connection = connection
    this.#options = connection.options as LdapOptions
    this.#searches = searches
    this.#attributes = attributes
  }

  static async open(connection: Connection, limits: { withLoopback: boolean; timeoutMs: number }): Promise<Reader> {
    const options = connection.options as LdapOptions
    const server = serverOf(connection.url, options)
    if (connection.secret === '') throw new SourceError(sourceText.ldap.noPassword)
    // The LDAP library is imported here, so that it is loaded only when a directory is read.
    const [{ LdapSession }, { FilterParser }] = await Promise.all([import('../../../../outside/ldap/session.ts'), import('ldapts')])
    const paths = [...connection.paths, ...(options.attributes ?? [])]
    const attributes = new Attributes(options.idAttribute, paths, connection.type === 'ad' ? [] : [MODIFIED])
    const searches = searchesOf(options, attributes, filter => FilterParser.parseString(filter))
    for (const object of objectTypes(connection)) searches[object]()
    try {
      const session = await LdapSession.open(server, limits)
      const reader = new Reader(session, connection, searches, attributes)
      await session.bind(options.bindDn, connection.secret).catch((error: unknown) => {
        session.close()
        throw error
      })
      return reader
    } catch (error) {
      throw ldapError(error)
    }
  }

  close(): void {
    this.#session.close()
  }

  async *all(latest: LatestChange, since?: string): AsyncGenerator<RawBatch> {
    const objects = objectTypes(this.#connection)
    const changes = await changesOf(this.#session, this.#connection.type)
    // A child may come before its parent, so rows are made once the whole tree is known.
    const orgs = objects.includes('org') ? await this.#readTree() : []
    yield* cutBatches('org', this.#isAsked('org') ? orgs.map(row => row()) : [])
    if (!this.#isAsked('user')) return
    const { filter, ...search } = this.#searches.user()
    const query = since === undefined ? filter : changes.filter(since, filter)
    for await (const page of this.#pages({ ...search, filter: query }, this.#options.pageSize)) {
      if (changes.watermark === undefined) for (const entry of page) latest.take(attributeOf(entry, MODIFIED))
      const rows = page.map(entry => this.#attributes.rowOf(entry, this.#tree.above(entry.name)))
      yield* cutBatches('user', rows, changes.watermark ?? latest.value)
    }
  }

  #isAsked(object: ObjectType): boolean {
    const { objectType } = this.#connection
    return objectType === 'all' || objectType === object
  }

  async #readTree(): Promise<(() => RawRow)[]> {
    const rows: (() => RawRow)[] = []
    for await (const page of this.#pages(this.#searches.org(), this.#options.pageSize))
      for (const entry of page) {
        this.#tree.add(entry.name, this.#attributes.idOf(entry))
        rows.push(() => this.#attributes.rowOf(entry, this.#tree.above(entry.name)))
      }
    return rows
  }

  /**
   * Reads page by page. If the server refuses the page size, it is halved, which is possible only before the first page is read.
   */
  async *#pages(search: Omit<LdapSearch, 'pageSize'>, size: number) {
    let pageSize = size
    let cookie: Buffer | undefined
    for (let empty = 0; empty < EMPTY_PAGES_MAX;) {
      try {
        const page = await this.#session.page({ ...search, pageSize }, cookie)
        ;({ cookie } = page)
        yield page.entries
        if (cookie === undefined) return
        empty = page.entries.length === 0 ? empty + 1 : 0
      } catch (error) {
        if (cookie !== undefined || pageSize <= 1 || !isResult(error, PAGE_TOO_LARGE)) throw error
        pageSize = Math.floor(pageSize / 2)
      }
    }
    throw new SourceError(sourceText.ldap.emptyPages)
  }
}

/** The first rows of each kind; reading stops at the first page of users. */
async function firstOf(all: AsyncIterable<RawBatch>): Promise<RawBatch[]> {
  const batches: RawBatch[] = []
  for await (const { objectType, rows } of all) {
    if (batches.at(-1)?.objectType !== objectType) batches.push({ objectType, rows: rows.slice(0, TEST_ROWS) })
    if (objectType === 'user') break
  }
  return batches
}

/** The kinds to search, in this order. A task of users alone also needs the tree if its mapping reads `parentId`. */
const objectTypes = ({ objectType, paths }: Connection): readonly ObjectType[] => {
  if (objectType !== 'user') return objectType === 'all' ? ['org', 'user'] : ['org']
  return paths.includes('parentId') ? ['org', 'user'] : ['user']
}
