import { file } from '@hufu/contract/operations/file'
import { MAIN_JOB, type User } from '@hufu/contract/directory/user'
import { addressOf } from '../../../platform/client.ts'
import { ColorChip } from '../../../ui/form/color-chip.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { useLabels } from './position-attributes.ts'
import { text } from './text.ts'

export function Avatar({ of }: { of: Pick<User, 'realName' | 'avatar'> }) {
  if (of.avatar) return <img className="avatar" src={addressOf(file.download, { fileId: of.avatar })} alt="" />
  return (
    <span className="avatar" aria-hidden="true">
      {[...of.realName].at(-1)}
    </span>
  )
}

/** 2 is a present lock; an account has expired when its end is past (D-41). */
export function UserStatus({ of }: { of: Pick<User, 'status' | 'validEndTime'> }) {
  if (of.status === 0) return <StatusTag tone="plain">{text.disabled}</StatusTag>
  if (of.status === 2) return <StatusTag tone="bad">{text.locked}</StatusTag>
  if (isExpired(of.validEndTime)) return <StatusTag tone="warn">{text.expired}</StatusTag>
  return <StatusTag tone="good">{text.enabled}</StatusTag>
}

export const JobType = ({ type }: { type: number }) =>
  type === MAIN_JOB ? <Tag tone="info">{text.mainJob}</Tag> : <Tag>{text.otherJob}</Tag>

export function Labels({ ids }: { ids: string[] }) {
  const labels = useLabels().data
  if (ids.length === 0) return null
  return (
    <span className="labels">
      {ids.map(id => (
        <Named key={id} label={labels?.find(label => label.id === id)} id={id} />
      ))}
    </span>
  )
}

function Named({ label, id }: { label: { name: string; color: string | null } | undefined; id: string }) {
  return <ColorChip color={label?.color}>{label?.name ?? id}</ColorChip>
}

/** The server's times are in China's time zone. */
const isExpired = (end: string | null): boolean => end !== null && Date.parse(`${end.replace(' ', 'T')}+08:00`) < Date.now()

export const genderWord = (gender: number | null): string => (gender === 1 ? text.male : gender === 2 ? text.female : '')
