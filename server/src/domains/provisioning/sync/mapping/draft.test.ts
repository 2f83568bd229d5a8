import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'

const MARK = '\u200B'

test('a source that sends a rank, title, duty or post of marks that show nothing is told so, and the row is not written', () => {
  for (const [field, label] of Object.entries({ rank: '职级', title: '职称', duty: '职务', post: '岗位' }))
    expect(draftOf('user', { [field]: MARK })).toMatchObject({ fields: {}, problems: [{ label, message: `${label}不能为空` }] })
})
