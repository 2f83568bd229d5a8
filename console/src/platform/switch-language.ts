import { otherLanguage } from './language.ts'

const YEAR_SECONDS = 31_536_000

/** The server sends the page in the language of this cookie; a form with unsaved text asks first. */
export function switchLanguage(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `hufu-language=${otherLanguage.code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
  location.reload()
}
