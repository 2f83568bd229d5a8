import type { Path } from '@hufu/contract/apps/access'
import { StatusTag } from '../../ui/tag.tsx'
import { text as words } from './access-paths-text.ts'
import './access-paths.css'

const subjectOf = (path: Path) =>
  path.subjectType === 'user' ? words.direct : words.subject(words.types[path.subjectType], path.subjectName ?? '')
const pathLabelOf = (path: Path) => (path.groupName === null ? subjectOf(path) : words.through(path.groupName, subjectOf(path)))

/** Every access path to an application, with its problem. */
export function AccessPaths({ paths }: { paths: readonly Path[] }) {
  if (paths.length === 0) return <p>{words.nothing}</p>
  return (
    <table className="why-ways">
      <caption>{words.paths}</caption>
      <thead>
        <tr>
          <th scope="col">{words.way}</th>
          <th scope="col">{words.gives}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {paths.map(path => (
          <tr key={`${path.grantId} ${path.roleId ?? ''}`}>
            <td>{pathLabelOf(path)}</td>
            <td>{path.roleName ?? words.opens}</td>
            <td>
              <StatusTag tone={path.fault === null ? 'good' : 'warn'}>
                {path.fault === null ? words.works : words.faults[path.fault]}
              </StatusTag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
