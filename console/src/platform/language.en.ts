export const language: string = 'en'
export const otherLanguage: { code: string; name: string } = { code: 'zh', name: '中文' }
export const showsStoredNames: boolean = false
