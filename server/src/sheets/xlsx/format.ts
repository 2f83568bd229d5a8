import { TableError } from './limits.ts'

const OLE = 'd0cf11e0a1b11ae1'

/** The format of a file by its first bytes, whatever its name says; formats that cannot be read are refused. */
export function formatOf(file: Buffer): 'xlsx' | 'csv' {
  const head = file.toString('hex', 0, 8)
  if (head.startsWith('504b0304')) return 'xlsx'
  // Excel stores a workbook with a password in the container of old .xls files.
  if (head === OLE && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new TableError('encrypted')
  if (head.startsWith('504b0506') || head === OLE || isOldStream(file) || isMarkup(file)) throw new TableError('otherFormat', head)
  return 'csv'
}

/** Excel 2 to 4 wrote sheets without a container, beginning with a BOF record. */
const isOldStream = (file: Buffer) => file[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(file[1] ?? -1) && file[3] === 0

/** Other programs save web pages, mail archives and PDF under the name of a sheet. */
const isMarkup = (file: Buffer) => /^(?:\xef\xbb\xbf)?\s*(?:<|MIME-Version:|%PDF-|\{\\rtf)/i.test(file.toString('latin1', 0, 512))
