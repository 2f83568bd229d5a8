/** What the console is in, and what the server is asked to answer in. */
export const language: string = 'zh-CN'
/** The one it may be in instead, by its own name. */
export const otherLanguage: { code: string; name: string } = { code: 'en', name: 'English' }
