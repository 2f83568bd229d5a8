import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import type { Keys } from '../../../../platform/secrets/keys.ts'

interface PhoneMarks {
  phoneMask: string | null
  phoneHash: string | null
  phoneTail: string | null
}
interface IdCardMarks {
  idCardMask: string | null
  idCardHash: string | null
}
export interface NumberMarks extends PhoneMarks, IdCardMarks {}

/**
 * The columns of person.ts except the ciphers. In an imported sheet the staged cell already is the cipher, so that a number is
 * sealed once and not again for storing.
 */
export const phoneMarks = (keys: Keys, phone: string | undefined): PhoneMarks =>
  phone === undefined
    ? { phoneMask: null, phoneHash: null, phoneTail: null }
    : { phoneMask: maskPhone(phone), phoneHash: keys.blindIndex('phone', phone), phoneTail: keys.blindIndex('phoneTail', phone.slice(-4)) }

export const idCardMarks = (keys: Keys, idCard: string | undefined): IdCardMarks =>
  idCard === undefined
    ? { idCardMask: null, idCardHash: null }
    : { idCardMask: maskIdCard(idCard), idCardHash: keys.blindIndex('idCard', idCard) }
