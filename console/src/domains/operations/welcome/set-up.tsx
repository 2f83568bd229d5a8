import { Link } from 'react-router'
import { text } from './text.ts'
import { useMayGo } from './use-may-go.ts'

const STEPS = [
  [text.setUp.orgs, '/organiz/org-list'],
  [text.setUp.users, '/organiz/index'],
  [text.setUp.apps, '/app/list'],
  [text.setUp.grants, '/authorize/auth-group'],
] as const

/** For the first day: what to do, in which order. */
export function SetUp() {
  const mayGo = useMayGo()
  const steps = STEPS.filter(([, path]) => mayGo(path))
  if (steps.length === 0) return null
  return (
    <section className="card set-up">
      <h2 className="card-title">{text.setUp.title}</h2>
      <p className="set-up-hint">{text.setUp.hint}</p>
      <ol>
        {steps.map(([{ name, about }, path], index) => (
          <li key={path}>
            <span className="set-up-number" aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <Link to={path}>{name}</Link>
              <span className="set-up-about">{about}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
