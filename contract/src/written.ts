/**
 * What people type, paste and export, and the one text that is meant by it. Every entry applies these rules: forms, batch
 * tables, sheets, API, SCIM, synchronisation, sign-in and search (decision 0121).
 */

/** Characters of a character class that show nothing: zero-width and direction marks, soft hyphen, fillers, the empty braille cell. */
export const INVISIBLE = String.raw`\u00AD\u034F\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0`
export const WHITE = String.raw`\s\p{White_Space}`
/** The middle dots of names that were transcribed, by keyboard, input method and code page. */
const DOTS = String.raw`\u00B7\u2022\u2027\u2219\u22C5\u30FB`
const HAN = String.raw`\p{Script=Han}`

const invisible = new RegExp(`[${INVISIBLE}]`, 'gu')
const blanks = new RegExp(`[${WHITE}]+`, 'gu')
const blankBetweenHan = new RegExp(`(?<=[${HAN}]) (?=[${HAN}])`, 'gu')
const blankAtDot = new RegExp(` ?([${DOTS}\uFF0E\uFF65]) ?`, 'gu')

/** Leaves out what shows nothing. */
export const withoutMarks = (text: string): string => text.replace(invisible, '')

/**
 * A name as it is kept: without marks that show nothing, line breaks, surrounding blanks and blanks between Chinese
 * characters. Other blanks, widths, brackets and dots stay as typed.
 */
export function cleanName(text: string): string {
  const line = withoutMarks(text).replace(blanks, ' ').trim()
  return line.replace(blankBetweenHan, '').replace(blankAtDot, '$1')
}

/** Variants of a character's picture, which stay in a name but make no difference. */
const VARIANTS = String.raw`\uFE00-\uFE0F\u{E0100}-\u{E01EF}`
const unseen = new RegExp(`[${INVISIBLE}${WHITE}${VARIANTS}]`, 'gu')
const dot = new RegExp(`[${DOTS}]`, 'gu')
const LETTER = String.raw`[^\0-\u007F${DOTS}]`
const dotOfName = new RegExp(`(?<=${LETTER})[.\u00B7]|[.\u00B7](?=${LETTER})`, 'gu')

/**
 * Two names are the same, and a name is found, if these agree: 'Ａnn ' and ANN, 分公司（北京） and 分公司(北京), 买买提·吐尔逊 with
 * whatever dot or none. The function fold_name of the database is the same rule.
 */
export function foldName(name: string): string {
  const plain = name.normalize('NFKC').replace(unseen, '').replace(dot, '\u00B7')
  return plain.replace(dotOfName, '').toLowerCase()
}

/** The longest way to write a telephone: prefix, blanks and dashes. */
export const WRITTEN_PHONE_MAX = 20
export const phoneForm = /^1[3-9]\d{9}$/
const separators = new RegExp(String.raw`[${INVISIBLE}${WHITE}()\-\u2010-\u2015\u2212.]`, 'gu')

/** A telephone number without separators, and a mobile number of mainland China without its prefix. */
export const plainPhone = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(separators, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

/** The mobile number that is written, if it is one. */
export function mobileOf(written: string): string | undefined {
  const phone = plainPhone(written)
  return phoneForm.test(phone) ? phone : undefined
}

/** What a spreadsheet shows in place of a value that it could not compute; pasted or exported, it is nobody's name. */
export const isCellError = (text: string): boolean =>
  /^#(?:N\/A|GETTING_DATA|NAME\?|(?:REF|VALUE|DIV\/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY)!)$/.test(text)

const DATE = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** A date as people and spreadsheets write it, as the API writes it: 2027/1/5, 2027年1月5日, 2027.1.5, 20270105. Other text stays. */
export function plainTime(written: string): string {
  const text = withoutMarks(written).normalize('NFKC').replace(blanks, ' ').trim()
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return text
  const found = DATE.exec(text.replace(/ ?([年月日]) ?/g, '$1').replace(/日(?=\d)/, '日 '))
  if (!found) return text
  const pad = (part = '0') => part.padStart(2, '0')
  const day = `${found[1]}-${pad(found[2] ?? found[4] ?? found[6])}-${pad(found[3] ?? found[5] ?? found[7])}`
  const clock = [found[8], found[9], found[10]].map(pad).join(':')
  // Spreadsheets add midnight to a day; a time in the form of ISO 8601 is meant.
  const isDay = found[8] === undefined || (clock === '00:00:00' && !text.startsWith(day))
  return isDay ? day : `${day} ${clock}`
}

/** A day as the end of a period means its last second. */
export const endOfDay = (time: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(time) ? `${time} 23:59:59` : time)
