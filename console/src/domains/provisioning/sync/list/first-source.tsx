import { Button } from 'antd'
import { Card } from '../../../../ui/page.tsx'
import { text } from './first-text.ts'
import { type Template, templates } from '../wizard/templates.ts'

interface Props {
  /** Without a template, the new task is empty. */
  onStart: (template?: Template) => void
}

/** Shown while there is no source: the steps ahead, and three ways to begin. */
export function FirstSource({ onStart }: Props) {
  return (
    <Card>
      <h2 className="sync-first-title">{text.title}</h2>
      <p className="sync-aside">{text.about}</p>
      <ol className="sync-first-steps">
        {text.steps.map(([name, about], index) => (
          <li key={name}>
            <span className="sync-first-mark" aria-hidden="true">
              {index + 1}
            </span>
            <strong>{name}</strong>
            <span className="sync-aside">{about}</span>
          </li>
        ))}
      </ol>
      <h3 className="sync-part">{text.templates}</h3>
      <ul className="sync-templates">
        {templates.map(template => {
          const [name, about] = text.template[template]
          return (
            <li key={template} className="sync-template">
              <strong>{name}</strong>
              <span className="sync-aside">{about}</span>
              <Button aria-label={text.startWith(name)} onClick={() => onStart(template)}>
                {text.start}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button type="link" className="cell-link" onClick={() => onStart()}>
        {text.blank}
      </Button>
    </Card>
  )
}
