import { text as otherUserText } from '../other-user-text.ts'
import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of the dialog for signing in again. */
export const text = {
  title: otherUserText.decline,
  about: t(
    (name: string) => `请以“${name}”重新登录。页面上已填写的内容会保留，刚才的操作随后自动继续。`,
    name => `Sign in again as “${name}”. What is entered on the page is kept, and what was just asked for goes on by itself.`,
  ),
  frame: t(acts.signIn, 'Sign-in'),
  signOut: acts.signOut,
  other: {
    title: t(
      (present: string) => `当前浏览器已以“${present}”登录`,
      present => `“${present}” is signed in in this browser`,
    ),
    about: t(
      (former: string, present: string) => `此页面属于“${former}”。以“${present}”继续会重新打开首页，这里尚未保存的内容将丢失。`,
      (former, present) =>
        `This page belongs to “${former}”. Going on as “${present}” opens the home page anew; what is not saved here is lost.`,
    ),
    agree: otherUserText.agree,
  },
} as const
