import { t } from '@hufu/contract/language'
/** The language of the console, in which the server is asked to answer. */
export const language: string = t('zh-CN', 'en')
/** The other available language, with its own name. */
export const otherLanguage: { code: string; name: string } = { code: t('en', 'zh'), name: t('English', '中文') }
/** Whether shipped names are shown as they are stored, so that the server can search them. */
export const showsStoredNames: boolean = t(true, false)
