import { app } from '@hufu/contract/apps/app'
import { saml } from '@hufu/contract/federation/saml'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { CopyButton } from '../../../ui/states.tsx'
import { acts } from '@hufu/contract/text'
import { detailOf } from '../../apps/index.ts'
import { addressFor, missingAddress, recipesOf } from './connect-recipes.ts'
import { ConnectState } from './connect-state.tsx'
import { text } from './connect-text.ts'
import { dropSecret, heldSecret } from '../../apps/index.ts'
import type { ConnectValues, Recipe } from './recipe.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import { APP_LISTS } from '../../apps/index.ts'
import './connect.css'

/** 32 hexadecimal digits. */
const newPassphrase = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** The values to paste at the application, and whether a sign-in has worked. */
export default function ConnectTab({ of }: TabProps) {
  const recipes = recipesOf(of.protocol)
  const [chosen, choose] = useState(recipes[0]?.key)
  const [secret, setSecret] = useState(() => heldSecret(of.id))
  const [passphrase] = useState(newPassphrase)
  const recipe = recipes.find(({ key }) => key === chosen)
  const peer = useCall(saml.get, { query: { appId: of.id }, enabled: of.protocol === 'saml' })
  const addresses = of.protocol === 'saml' ? (peer.data?.peer?.acs.map(({ url }) => url) ?? []) : of.redirectUris
  const keep = () => {
    dropSecret(of.id)
    setSecret(undefined)
  }
  return (
    <div className="connect">
      <div className="connect-main">
        {secret !== undefined && <NewSecret secret={secret} onKept={keep} />}
        <fieldset className="connect-kinds" aria-label={text.kind}>
          {recipes.map(each => (
            <Button key={each.key} aria-pressed={each.key === chosen} onClick={() => choose(each.key)}>
              {each.name || text.generic}
            </Button>
          ))}
        </fieldset>
        {recipe && <Guide {...{ of, recipe, addresses, passphrase, secret }} />}
      </div>
      <ConnectState of={of} />
      <UnsavedGuard when={secret !== undefined} onGo={() => dropSecret(of.id)} />
    </div>
  )
}

function NewSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const line = (
    <span className="connect-secret">
      <code aria-label={text.secret.label}>{secret}</code>
      <CopyButton value={secret} />
    </span>
  )
  return (
    <Alert
      type="warning"
      showIcon
      role="note"
      title={text.secret.title}
      description={
        <>
          <p>{text.secret.about}</p>
          {line}
        </>
      }
      action={<Button onClick={onKept}>{text.secret.kept}</Button>}
    />
  )
}

interface GuideProps extends Pick<TabProps, 'of'> {
  recipe: Recipe
  addresses: readonly string[]
  passphrase: string
  secret: string | undefined
}

function Guide({ of, recipe, addresses, passphrase, secret }: GuideProps) {
  const origin = of.origin
  const needsSecret = of.protocol === 'oauth2' && of.secrets.length > 0
  const values: ConnectValues = {
    issuer: `${origin}/protocols/oidc`,
    origin,
    clientId: of.clientId,
    secret: secret ?? text.secret.holder,
    address: addressFor(recipe, addresses),
    name: of.name,
    passphrase,
  }
  const missing = missingAddress(recipe, addresses)
  return (
    <>
      {addresses.length === 0 ? (
        <p className="connect-missing">
          {text.noAddress} <Link to={detailOf(of.id, of.protocol === 'saml' ? 'samlPeer' : 'addresses')}>{text.toAddresses}</Link>
        </p>
      ) : (
        missing !== undefined && <Missing of={of} missing={missing} />
      )}
      {recipe.parts(values).map(({ file, config }) => (
        <section key={file} className="connect-part" aria-label={text.files[file] ?? file}>
          <h2>{text.files[file] ?? <code>{file}</code>}</h2>
          <CopyConfig file={file} config={config} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
          <pre tabIndex={0}>{config}</pre>
        </section>
      ))}
      <p className="app-hint connect-note">{text.notes[`${of.protocol} ${recipe.key}`]}</p>
      {needsSecret && secret === undefined && (
        <p className="app-hint connect-note">
          {text.secret.missing} <Link to={detailOf(of.id, 'keys')}>{text.secret.rotate}</Link>
        </p>
      )}
    </>
  )
}

function CopyConfig({ file, config }: { file: string; config: string }) {
  const [copied, setCopied] = useState('')
  const copy = () => void navigator.clipboard?.writeText(config).then(() => setCopied(config))
  return (
    <Button size="small" aria-label={text.copyOf(text.files[file] ?? file)} onClick={copy}>
      {copied === config ? text.copied : acts.copy}
    </Button>
  )
}

/** Warns that the address this software uses is not registered yet. */
function Missing({ of, missing }: Pick<TabProps, 'of'> & { missing: string }) {
  const update = useAction(app.update, { refreshes: APP_LISTS })
  const register = async () => {
    const { id, appGroupId, name, code, protocol, version, redirectUris } = of
    const body = { id, appGroupId, name, code, protocol, version, redirectUris: [...redirectUris, missing] }
    await update.run({ body })
  }
  return (
    <p className="connect-missing">
      {text.path(missing)}
      {of.protocol !== 'saml' && (
        <ActButton call={app.update} size="small" loading={update.pending} onClick={() => void register()}>
          {text.register}
        </ActButton>
      )}
    </p>
  )
}
