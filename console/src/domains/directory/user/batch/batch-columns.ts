import { WRITTEN_PHONE_MAX, foldName, mobileOf, plainPhone } from '@hufu/contract/written'
import type { ReplyOf } from '@hufu/contract/call'
import { text as commonText } from '@hufu/contract/text'
import { idCardProblem, normaliseIdCard, userNameForm } from '@hufu/contract/text-rules'
import type { user } from '@hufu/contract/directory/user'
import type { GridColumn } from '../../../../ui/batch/batch-rows.ts'
import { text } from './batch-text.ts'

const ID_CARD_MAX = 18

/** The columns of the grid; which are required is configured. */
export function columnsOf(required: ReplyOf<typeof user.requiredFields> | undefined): readonly GridColumn[] {
  const { columns } = text
  return [
    { key: 'realName', title: columns.realName, required: true, width: 120 },
    {
      key: 'userName',
      title: columns.userName,
      required: true,
      width: 150,
      placeholder: text.generated,
      unique: true,
      fold: foldName,
      problem: value => (userNameForm.test(value) ? undefined : commonText.field.userNameProblem),
    },
    {
      key: 'phone',
      title: columns.phone,
      required: required?.phone ?? false,
      width: 130,
      maxLength: WRITTEN_PHONE_MAX,
      unique: true,
      clean: plainPhone,
      problem: value => (mobileOf(value) === undefined ? commonText.field.phoneProblem : undefined),
    },
    {
      key: 'idCard',
      title: columns.idCard,
      required: required?.idCard ?? false,
      width: 190,
      maxLength: ID_CARD_MAX,
      unique: true,
      fold: normaliseIdCard,
      problem: value => (idCardProblem(value) ? commonText.field.idCardProblem : undefined),
    },
    { key: 'employeeNumber', title: columns.employeeNumber, required: required?.employeeNumber ?? false, width: 120, unique: true },
  ]
}
