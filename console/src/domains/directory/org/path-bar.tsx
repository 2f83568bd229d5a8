import { Button } from 'antd'
import { text } from './text.ts'

interface Props {
  /** From the top to the chosen organisation; empty where everything is listed. */
  path: readonly { id: string; name: string }[]
  range: string
  onEnter: (id: string) => void
}

/** The path of the listed organisation; each ancestor is a link. */
export function PathBar({ path, range, onEnter }: Props) {
  return (
    <nav className="org-way" aria-label={text.list.way}>
      <ol>
        {path.length === 0 && <li aria-current="location">{range || text.list.all}</li>}
        {path.map(({ id, name }, index) =>
          index === path.length - 1 ? (
            <li key={id} aria-current="location">
              {name}
            </li>
          ) : (
            <li key={id}>
              <Button type="link" size="small" onClick={() => onEnter(id)}>
                {name}
              </Button>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
