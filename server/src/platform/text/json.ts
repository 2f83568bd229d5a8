/** A text, which stays as it is, or a whole number of at least 16 digits, which a JavaScript number may not hold. */
const piece = /"(?:[^"\\]|\\[\s\S])*"|-?\d[\d.eE+-]{15,}/g

/** JSON whose whole numbers beyond 2^53 are texts, so that ids keep their digits. */
export const withLongNumbersAsText = (json: string): string =>
  /\d{16}/.test(json)
    ? json.replaceAll(piece, found => (/^-?[1-9]\d+$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found))
    : json

/** Parses JSON of another system; whole numbers beyond 2^53 become texts. */
export const parseJson = (json: string): unknown => JSON.parse(withLongNumbersAsText(json))
