import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { clearErrors, inBackground, useLoggedErrors } from '../../../platform/error-log.ts'
import { useSession } from '../../../platform/session.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { text } from './text.ts'
import './log.css'

/** The errors of this browser; they are sent nowhere. */
export default function LogPage() {
  const navigate = useNavigate()
  const errors = useLoggedErrors()
  const hasToken = useSession(person => person.token !== '')
  const [copied, setCopied] = useState(false)
  const copy = () => {
    const lines = errors.map(({ time, message, address, stack }) => [time, address, message, stack].join('\n'))
    inBackground(
      navigator.clipboard?.writeText([`${text.browser} ${navigator.userAgent}`, ...lines].join('\n\n')).then(() => setCopied(true)),
    )
  }
  const actions = (
    <>
      <Button onClick={() => void navigate('/')}>{hasToken ? text.home : text.login}</Button>
      {errors.length > 0 && <Button onClick={clearErrors}>{text.clear}</Button>}
      {errors.length > 0 && (
        <Button type="primary" onClick={copy}>
          {copied ? text.copied : text.copy}
        </Button>
      )}
    </>
  )
  return (
    <Page title={text.title} description={text.description} actions={actions}>
      <Card>
        {errors.length === 0 && <Empty title={text.none} />}
        <ol className="log-list">
          {errors.map(({ key, time, message, address, stack }) => (
            <li key={key}>
              <p>
                <time>{time}</time> <code>{address}</code>
              </p>
              <p className="log-message">{message}</p>
              {stack && (
                <details>
                  <summary>{text.stack}</summary>
                  <pre>{stack}</pre>
                </details>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Page>
  )
}
