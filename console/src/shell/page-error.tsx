import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useRouteError } from 'react-router'
import { recordError } from '../platform/error-log.ts'
import { CopyButton, Empty } from '../ui/states.tsx'
import { text } from './text.ts'

/** Shown if a page fails: what to do, and the number of the error in /log. */
export function PageError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const [number] = useState(() =>
    crypto
      .getRandomValues(new Uint32Array(2))
      .reduce((id, part) => id + part.toString(36), '')
      .slice(0, 10),
  )
  useEffect(() => recordError(error, `${location.pathname} #${number}`), [error, number])
  if (isOldVersion(error))
    return (
      <Empty
        title={text.error.oldVersion}
        action={
          <Button type="primary" onClick={() => location.reload()}>
            {text.error.reload}
          </Button>
        }
      />
    )
  return (
    <div className="card" role="alert">
      <Empty
        title={text.error.title}
        hint={
          <>
            {text.error.body}
            <br />
            {text.error.number} <code>{number}</code>
            <CopyButton value={number} />
          </>
        }
        action={
          <>
            <Button onClick={() => void navigate('/')}>{text.error.home}</Button>
            <Button type="primary" onClick={() => location.reload()}>
              {text.error.retry}
            </Button>
          </>
        }
      />
    </div>
  )
}

/** A chunk or its style sheet is missing, as the server was updated after this page was loaded. */
const isOldVersion = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
