import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import { mobileOf } from '@hufu/contract/written'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { gramsOf, pinyinOf, searchTextOf } from '../../../../platform/text/pinyin.ts'

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

/** The blind index of a user name that reads as a mobile number, which sign-in takes for that phone (decision 0131). */
export function namePhoneHash(keys: Keys, userName: string): string | null {
  const phone = mobileOf(userName)
  return phone === undefined ? null : keys.blindIndex('phone', phone)
}

export const userNameColumns = (keys: Keys, userName: string) => ({ userName, userNamePhoneHash: namePhoneHash(keys, userName) })

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
