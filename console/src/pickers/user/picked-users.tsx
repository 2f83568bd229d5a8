import { CloseOutlined } from '@ant-design/icons'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { text } from './user-text.ts'

interface Props {
  users: readonly UserBrief[]
  onDrop: (id: string) => void
  onClear: () => void
}

/** The users chosen so far, from all pages. */
export function PickedUsers({ users, onDrop, onClear }: Props) {
  return (
    <section className="user-picked" aria-label={text.picked(users.length)}>
      <div className="user-picked-head">
        <output>{text.picked(users.length)}</output>
        {users.length > 0 && (
          <Button type="link" size="small" onClick={onClear}>
            {text.clear}
          </Button>
        )}
      </div>
      {users.length === 0 ? <p className="user-nobody">{text.nobody}</p> : <UserChips users={users} onDrop={onDrop} />}
    </section>
  )
}

export function UserChips({ users, onDrop }: { users: readonly UserBrief[]; onDrop: (id: string) => void }) {
  return (
    <ul className="user-chips">
      {users.map(({ id, realName, userName }) => (
        <li key={id} title={userName}>
          {realName}
          <button type="button" aria-label={text.drop(realName)} onClick={() => onDrop(id)}>
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
