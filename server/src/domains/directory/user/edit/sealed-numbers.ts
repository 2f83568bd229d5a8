import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import type { Keys } from '../../../../platform/secrets/keys.ts'

export const masks = { phone: maskPhone, idCard: maskIdCard }

type Number = string | null | undefined
export interface SealedNumbers {
  phone?: Number
  idCard?: Number
}

/**
 * The columns of a phone except the cipher: masked, and two blind indexes (D-71). In an imported sheet the staged cell already is
 * the cipher, so that a number is sealed once and not again for storing.
 */
export const phoneMarks = (keys: Keys, phone: Number) => ({
  phoneMask: phone ? maskPhone(phone) : null,
  phoneHash: phone ? keys.blindIndex('phone', phone) : null,
  phoneTail: phone ? keys.blindIndex('phoneTail', phone.slice(-4)) : null,
})

export const idCardMarks = (keys: Keys, idCard: Number) => ({
  idCardMask: idCard ? maskIdCard(idCard) : null,
  idCardHash: idCard ? keys.blindIndex('idCard', idCard) : null,
})

export const numberMarks = (keys: Keys, { phone, idCard }: SealedNumbers) => ({ ...phoneMarks(keys, phone), ...idCardMarks(keys, idCard) })
export type NumberMarks = ReturnType<typeof numberMarks>

const cipherOf = (keys: Keys, value: Number) => (value ? keys.sealField(value) : null)
export const phoneColumns = (keys: Keys, phone: Number) => ({ phoneCipher: cipherOf(keys, phone), ...phoneMarks(keys, phone) })
export const idCardColumns = (keys: Keys, idCard: Number) => ({ idCardCipher: cipherOf(keys, idCard), ...idCardMarks(keys, idCard) })
export const numberColumns = (keys: Keys, { phone, idCard }: SealedNumbers) => ({
  ...phoneColumns(keys, phone),
  ...idCardColumns(keys, idCard),
})
