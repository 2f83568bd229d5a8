import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { gramsOf, pinyinOf, searchTextOf } from '../../../platform/text/pinyin.ts'

/** The phone columns: sealed, masked, and two blind indexes (D-71). */
export function phoneColumns(keys: Keys, phone: string | null) {
  if (phone === null) return { phoneCipher: null, phoneMask: null, phoneHash: null, phoneTail: null }
  return {
    phoneCipher: keys.sealField(phone),
    phoneMask: maskPhone(phone),
    phoneHash: keys.blindIndex('phone', phone),
    phoneTail: keys.blindIndex('phoneTail', phone.slice(-4)),
  }
}

export function idCardColumns(keys: Keys, idCard: string | null) {
  if (idCard === null) return { idCardCipher: null, idCardMask: null, idCardHash: null }
  return { idCardCipher: keys.sealField(idCard), idCardMask: maskIdCard(idCard), idCardHash: keys.blindIndex('idCard', idCard) }
}

/** The columns searchKey looks in (D-07), derived whenever one of the three changes. */
export function searchColumns({
  userName,
  realName,
  employeeNumber,
}: {
  userName: string
  realName: string
  employeeNumber: string | null
}) {
  const { full, initials } = pinyinOf(realName)
  const search = searchTextOf([userName, realName, full, initials, employeeNumber])
  return { pinyin: full, initials, search, grams: gramsOf(search) }
}
