import { text as other } from '../other-user-text.ts'
import { acts } from '@hufu/contract/text'

/** Sentences of the dialog for signing in again. */
export const text = {
  title: other.decline,
  about: (name: string) => `请以“${name}”重新登录。页面上已填写的内容会保留，刚才的操作随后自动继续。`,
  frame: acts.signIn,
  signOut: acts.signOut,
  other: {
    title: (present: string) => `当前浏览器已以“${present}”登录`,
    about: (former: string, present: string) => `此页面属于“${former}”。以“${present}”继续会重新打开首页，这里尚未保存的内容将丢失。`,
    agree: other.agree,
  },
} as const
