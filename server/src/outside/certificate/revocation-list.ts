import { context, integerOf, DerElements, readDer, smallIntegerOf, TAG, timeOf } from './der.ts'
import { extensionsOf, type Extension } from './extensions.ts'
import { refuseCertificate } from './certificate-error.ts'
import { isSignedBy, readSigned, type Certificate, type SignedStructure } from './x509.ts'

/** A complete list of revoked certificates of one authority (RFC 5280, 5). */
export interface RevocationList extends SignedStructure {
  issuer: string
  thisUpdate: Date
  /** Undefined: the list has no end, so it cannot be known to be current. */
  nextUpdate: Date | undefined
  serials: ReadonlySet<string>
}

export function readRevocationList(bytes: Buffer): RevocationList {
  const { content, agrees, signed, algorithm, signature } = readSigned(bytes)
  const version = content.maybe(TAG.integer)
  if (version && smallIntegerOf(version) !== 1) refuseCertificate('unsupported')
  agrees(content.next())
  const issuer = content.next(TAG.sequence).whole.toString('hex')
  const thisUpdate = timeOf(content.next())
  const nextUpdate = content.maybe(TAG.utcTime, TAG.generalTime)
  const revoked = content.maybe(TAG.sequence)
  const list = content.maybe(context(0))
  content.end()
  if (list) refuseCritical(extensionsOf(readDer(list.body, TAG.sequence)))
  return {
    signed,
    algorithm,
    signature,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate && timeOf(nextUpdate),
    serials: new Set(revoked ? new DerElements(revoked).all(TAG.sequence).map(entry => serialOf(new DerElements(entry))) : []),
  }
}

function serialOf(entry: DerElements): string {
  const serial = integerOf(entry.next()).toString('hex')
  timeOf(entry.next())
  const list = entry.maybe(TAG.sequence)
  entry.end()
  if (list) refuseCritical(extensionsOf(list))
  return serial
}

/** Refuses critical extensions, which mean partial lists, delta lists, and entries of other authorities. */
const refuseCritical = (extensions: readonly Extension[]) => {
  if (extensions.some(({ critical }) => critical)) refuseCertificate('criticalExtension')
}

export interface Revocation {
  lists: readonly RevocationList[]
  /** Without a current list nobody may sign in. */
  needed: boolean
}

/** A listed number stays revoked, however old the list is. */
export function refuseRevoked({ serial }: Certificate, authority: Certificate, { lists, needed }: Revocation, at: Date): void {
  const own = lists.filter(list => list.issuer === authority.subject && authority.powers.signsLists && isSignedBy(list, authority))
  if (own.some(({ serials }) => serials.has(serial))) refuseCertificate('revoked')
  const holds = own.some(({ thisUpdate, nextUpdate }) => thisUpdate <= at && nextUpdate !== undefined && at <= nextUpdate)
  if (needed && !holds) refuseCertificate('revocationUnknown')
}
