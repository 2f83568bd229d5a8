import { reasons } from './certificate/text.ts'
import { reasons as english } from './certificate/text.en.ts'
import { text as faceText } from './face/text.ts'

/** What the sign-in log adds in parentheses to its explanations, as it is stored, and in English. */
export const certificateRemarks: readonly (readonly [chinese: string, english: string])[] = Object.entries(reasons).map(
  ([reason, chinese]) => [chinese, english[reason as keyof typeof english]],
)
export const faceRemark = {
  chinese: faceText.transaction,
  english: (number: string) => ` (face verification number: ${number})`,
}
