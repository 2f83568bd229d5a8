/** The language of the console, in which the server is asked to answer. */
export const language: string = 'zh-CN'
/** The other available language, with its own name. */
export const otherLanguage: { code: string; name: string } = { code: 'en', name: 'English' }
/** Whether shipped names are shown as they are stored, so that the server can search them. */
export const showsStoredNames: boolean = true
