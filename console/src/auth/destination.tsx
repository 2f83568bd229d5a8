import type { Destination as App } from '@hufu/contract/federation/destination'
import { useEffect, useState } from 'react'
import { waitingRequest } from '../platform/address.ts'
import { addressOf, transmit } from '../platform/client.ts'
import { isSignInFrame } from '../platform/sign-in/sign-in-again.ts'
import { ok, type Envelope } from '../platform/transport/wire.ts'
import { calls } from './calls.ts'
import './destination.css'
import { text } from './text.ts'

/** The application the user signs in for; makes no request unless one waits for the sign-in. */
export function Destination() {
  const [uri] = useState(() => (isSignInFrame ? '' : waitingRequest()))
  const [app, setApp] = useState<App | null>()
  useEffect(() => {
    if (uri) find(uri).then(setApp, () => setApp(null))
  }, [uri])
  if (!uri || app === null) return null
  return (
    <p className="destination">
      {app && (
        <>
          {app.hasLogo ? (
            <img src={addressOf(calls.destinationLogo, { uri })} alt="" />
          ) : (
            <span className="letter" aria-hidden="true">
              {[...app.name][0]}
            </span>
          )}
          {text.onwardTo(app.name)}
        </>
      )}
    </p>
  )
}

async function find(uri: string): Promise<App | null> {
  const answer = (await transmit(calls.destination, { query: { uri } }).catch(() => undefined)) as Envelope<App | null> | undefined
  return answer && ok(answer) ? answer.data : null
}
