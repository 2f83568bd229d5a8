import { type ObjectType, review } from '@hufu/contract/governance/review'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { usePages } from '../../../platform/pages.ts'
import { text } from './reviewer-text.ts'

interface Props {
  /** The request to examine; without one, all examiners are offered. */
  request?: string
  objectType?: ObjectType
  value?: string
  onChange?: (id: string) => void
  id?: string
}

/** Chooses an examiner, searched by name. */
export function ExaminerSelect({ request, objectType, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = usePages(review.candidates, {
    query: { ...(request && { id: request }), ...(objectType && { objectType }), ...(search && { search }) },
  })
  const options = (found.rows ?? []).map(({ id, name, userName, orgName }) => ({
    value: id,
    label: [text.examinerOf(name, userName), orgName].filter(Boolean).join(' · '),
  }))
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={text.examinerFind}
      loading={found.isFetching}
      notFoundContent={found.rows === undefined ? null : text.examinerNone}
      options={options}
      onPopupScroll={found.onScroll}
    />
  )
}
