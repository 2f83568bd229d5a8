import { currentLanguage } from '../../../platform/http/language.ts'

/** The sign-in page, which leads back to `uri`; in English if the request in progress is answered in English. */
export const signInAddress = (uri: string): string =>
  `/login?uri=${encodeURIComponent(uri)}${currentLanguage() === 'en' ? '&ui_locales=en' : ''}`
