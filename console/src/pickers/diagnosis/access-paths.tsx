import type { Path } from '@hufu/contract/apps/access'
import { StatusTag } from '../../ui/tag.tsx'
import { text } from './access-paths-text.ts'
import './access-paths.css'

const subjectOf = (path: Path) =>
  path.subjectType === 'user' ? text.direct : text.subject(text.types[path.subjectType], path.subjectName ?? '')
const pathLabelOf = (path: Path) => (path.groupName === null ? subjectOf(path) : text.through(path.groupName, subjectOf(path)))

/** Every access path to an application, with its problem. */
export function AccessPaths({ paths }: { paths: readonly Path[] }) {
  if (paths.length === 0) return <p>{text.nothing}</p>
  return (
    <table className="why-ways">
      <caption>{text.paths}</caption>
      <thead>
        <tr>
          <th scope="col">{text.way}</th>
          <th scope="col">{text.gives}</th>
          <th scope="col">{text.state}</th>
        </tr>
      </thead>
      <tbody>
        {paths.map(path => (
          <tr key={`${path.grantId} ${path.roleId ?? ''}`}>
            <td>{pathLabelOf(path)}</td>
            <td>{path.roleName ?? text.opens}</td>
            <td>
              <StatusTag tone={path.fault === null ? 'good' : 'warn'}>
                {path.fault === null ? text.works : text.problems[path.fault]}
              </StatusTag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
