import { app, type AppDetail } from '@hufu/contract/apps/app'
import { registration } from '@hufu/contract/federation/registration'
import { Alert } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { useApproval } from './registration-apps.tsx'
import { text } from './registration-text.ts'
import './registration.css'

const words = text.origin

/** How an application registered itself; nothing for one created in the console. */
export default function RegistrationOrigin({ of, onReload }: { of: AppDetail; onReload: () => void }) {
  const { data } = useCall(registration.ofApp, { query: { appId: of.id } })
  const { approve, pending } = useApproval()
  if (!data) return null
  const { tokenName, isWaiting, authMethod, grantTypes, about, createTime, updateTime } = data
  const agree = async () => {
    if (await approve(of.id)) onReload()
  }
  return (
    <section className="registration-origin">
      <h2 className="card-title">{words.title}</h2>
      {isWaiting && (
        <Alert
          type="warning"
          showIcon
          role="note"
          className="form-alert"
          title={words.waits}
          action={
            <ActButton call={app.setStatus} size="small" type="primary" loading={pending} onClick={() => void agree()}>
              {text.approve}
            </ActButton>
          }
        />
      )}
      <p className="app-hint">{words.keeps}</p>
      <Descriptions
        of={[
          [words.token, tokenName],
          [words.time, createTime],
          [words.changed, updateTime === createTime ? '' : updateTime],
          [words.method, words.methods[authMethod] ?? authMethod],
          [words.grants, grantTypes.map(grant => text.form.grantNames[grant]).join('、')],
          ...Object.entries(about).map(([name, value]) => [words.names[name] ?? name, value] as const),
        ]}
      />
    </section>
  )
}
