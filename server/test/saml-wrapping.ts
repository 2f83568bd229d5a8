import { NS } from '../src/domains/federation/saml/names.ts'

const SIGNATURE = /<(?:ds:)?Signature[\s>].*<\/(?:ds:)?Signature>/s
export const signatureIn = (xml: string) => SIGNATURE.exec(xml)![0]
export const withoutSignature = (xml: string) => xml.replace(SIGNATURE, '')
/** Puts XML right after the root's start tag, or before its end tag. */
export const inside = (xml: string, put: string, where: 'first' | 'last') =>
  where === 'first' ? xml.replace(/^(<[^>]+>)/, (_, tag: string) => tag + put) : xml.replace(/(<\/[^>]+>)$/, (_, tag: string) => put + tag)

/** The eight signature wrapping attacks of Somorovsky et al. (2012), adapted to a receiver of requests. */
const shapes: Record<string, (forged: string, original: string) => string> = {
  'XSW1 original in an Object of the signature': (forged, original) =>
    inside(forged, signatureIn(original).replace(/<\/((?:ds:)?)Signature>$/, (_, p: string) => `<${p}Object>${withoutSignature(original)}</${p}Object></${p}Signature>`), 'last'), // prettier-ignore
  'XSW2 signature and original as children': (forged, original) =>
    inside(inside(forged, signatureIn(original), 'last'), withoutSignature(original), 'last'),
  'XSW3 forged before the original': (forged, original) => `<w:r xmlns:w="urn:w">${forged}${original}</w:r>`,
  'XSW4 forged around the original': (forged, original) => inside(forged, original, 'last'),
  'XSW5 changed copy with the signature, original at the end': (forged, original) =>
    inside(inside(forged, signatureIn(original), 'first'), withoutSignature(original), 'last'),
  'XSW6 original behind the signature, inside it': (forged, original) =>
    inside(forged, signatureIn(original).replace(/(<(?:ds:)?SignatureValue>)/, (_, tag: string) => withoutSignature(original) + tag), 'first'), // prettier-ignore
  'XSW7 original in Extensions': (forged, original) =>
    inside(forged, `<samlp:Extensions xmlns:samlp="${NS.samlp}">${original}</samlp:Extensions>`, 'first'),
  'XSW8 original in an Object beside': (forged, original) =>
    inside(inside(forged, signatureIn(original), 'first'), `<ds:Object xmlns:ds="${NS.ds}">${withoutSignature(original)}</ds:Object>`, 'last'), // prettier-ignore
}
const SPELLINGS = ['ID', 'Id', 'id', 'xml:id']

/** Every combination of a signed message with a forged one, with each spelling of the ID attribute. */
export const wrapped = (original: string, forged: (id: string) => string, id: string): [how: string, xml: string][] =>
  Object.entries(shapes).flatMap(([shape, wrap]) =>
    SPELLINGS.flatMap(spelling =>
      [id, '_other'].map((other): [string, string] => [
        `${shape}, ${spelling} ${other}`,
        wrap(forged(other).replace(' ID=', ` ${spelling}=`), original),
      ]),
    ),
  )
