import type { CasSignInTest, Blocker, OidcSignInTest, SamlSignInTest, SignInTest } from '@hufu/contract/federation/sign-in-test'
import type { AccountFrom } from '@hufu/contract/apps/app'
import { Button } from 'antd'
import { useState } from 'react'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { AccessPaths } from '../../../pickers/diagnosis/access-paths.tsx'
import { text as appText } from '../../../pickers/app-text.ts'
import { text as samlText } from '../saml/saml-text.ts'
import { text } from './sign-in-test-text.ts'

/** Whether the user gets in, the blockers, and what would be sent. */
export function SignInTestAnswer({ of }: { of: SignInTest }) {
  const { open, account, roles, hurdles: blockers, paths, oidc, cas, saml } = of
  return (
    <>
      <p className="app-verdict">
        <StatusTag tone={open ? 'good' : 'bad'}>{open ? text.open : text.closed}</StatusTag>
        {account !== null && <span>{text.known(account)}</span>}
        {roles.length > 0 && <span>{text.roles(text.listing(roles.map(role => role.name)))}</span>}
      </p>
      <h2 className="card-title">{text.checklist}</h2>
      <Checklist of={blockers} />
      <h2 className="card-title">{text.paths}</h2>
      <AccessPaths paths={paths} />
      {(oidc || cas || saml) && <h2 className="card-title">{text.sent}</h2>}
      {(oidc?.claims || cas || saml?.assertion) && <p className="app-note">{text.unsigned}</p>}
      {oidc && <OfOidc of={oidc} />}
      {cas && <OfCas of={cas} />}
      {saml && <OfSaml of={saml} />}
    </>
  )
}

const accountSourceNames: Readonly<Record<string, string>> = appText.accountFroms satisfies Record<AccountFrom, string>
const detailsOf = ({ name, about }: Blocker) => (name === 'accountMissing' ? about.map(from => accountSourceNames[from] ?? from) : about)

function Checklist({ of }: { of: readonly Blocker[] }) {
  if (of.length === 0) return <StatusTag tone="good">{text.clear}</StatusTag>
  return (
    <ul className="app-hurdles">
      {of.map(blocker => (
        <li key={blocker.name}>
          <StatusTag tone={blocker.stops ? 'bad' : 'warn'}>{blocker.stops ? text.stops : text.notes}</StatusTag>
          <span>{text.hurdles[blocker.name](text.listing(detailsOf(blocker)))}</span>
        </li>
      ))}
    </ul>
  )
}

const formatJson = (value: unknown) => JSON.stringify(value, null, 2)

function OfOidc({ of: { redirect, header, claims, userinfo, lives } }: { of: OidcSignInTest }) {
  return (
    <>
      {redirect === null ? <p>{text.nowhere}</p> : <Sent label={text.redirect} value={redirect} />}
      {header && <Sent label={text.header} value={formatJson(header)} />}
      {claims && <Sent label={text.claims} value={formatJson(claims)} />}
      {userinfo && <Sent label={text.userinfo} value={formatJson(userinfo)} />}
      {lives && (
        <>
          <h3 className="app-sent-title">{text.lives}</h3>
          <Descriptions
            of={(['code', 'idToken', 'accessToken', 'refreshToken'] as const).map(name => [text.life[name], text.seconds(lives[name])])}
          />
        </>
      )}
    </>
  )
}

const OfCas = ({ of }: { of: CasSignInTest }) => (
  <>
    {of.redirect === null ? <p>{text.nowhere}</p> : <Sent label={text.redirect} value={of.redirect} />}
    <Sent label={text.third} value={of.third} />
    <Sent label={text.second} value={of.second} />
    <Sent label={text.first} value={of.first} />
    <h3 className="app-sent-title">{text.lives}</h3>
    <Descriptions of={[[text.life.ticket, text.seconds(of.ticketSeconds)]]} />
  </>
)

function OfSaml({ of: { redirect, assertion, contextClass, encryption, problem } }: { of: SamlSignInTest }) {
  const own = samlText.signInTest
  return (
    <>
      {problem !== null && <StatusTag tone="bad">{samlText.refusals.problems[problem]}</StatusTag>}
      {redirect === null ? <p>{text.nowhere}</p> : <Sent label={own.acs} value={redirect} />}
      {assertion !== null && (
        <>
          <Descriptions
            of={[
              [own.context, contextClass],
              [own.encryption, encryption ?? own.plain],
            ]}
          />
          <Sent label={own.assertion} value={assertion.replaceAll('><', '>\n<')} />
        </>
      )}
    </>
  )
}

/** The exact value, to copy. */
function Sent({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState('')
  const copy = () => void navigator.clipboard?.writeText(value).then(() => setCopied(value))
  return (
    <div className="app-sent">
      <h3 className="app-sent-title">{label}</h3>
      <Button type="link" size="small" aria-label={`${copied === value ? text.copied : text.copy} ${label}`} onClick={copy}>
        {copied === value ? text.copied : text.copy}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label={label}>
        {value}
      </pre>
    </div>
  )
}
