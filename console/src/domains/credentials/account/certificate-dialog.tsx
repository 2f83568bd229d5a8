import { certificate } from '@hufu/contract/credentials/certificate'
import { scan } from '@hufu/contract/credentials/scan'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { askAgent, useAgent } from '../certificate/certificate-agent.ts'
import { text as certificateText } from '../certificate/certificate-text.ts'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { text } from './text.ts'

const words = text.bindings
interface Typed {
  nonce: string
  cert: string
  sign: string
}
interface Props {
  isFirst: boolean
  onClose: () => void
}
const REFUSED = '10002'
const required = (missing: string) => rule((typed?: string) => (typed?.trim() ? undefined : missing))

/** Binds a certificate by a signature, from the agent in the page or pasted by hand. */
export function CertificateDialog({ isFirst, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const agent = useAgent()
  const [wantsHand, setWantsHand] = useState(false)
  const [problem, setProblem] = useState('')
  const fetchNonce = useAction(certificate.nonce)
  const bind = useAction(certificate.bind, { refreshes: [scan.bindings] })
  const isByHand = wantsHand || !agent
  const keepOpenWith = (sentence: string) => {
    setProblem(sentence)
    return false
  }
  const newNonce = async () => {
    const answer = await fetchNonce.run()
    return ok(answer) ? answer.data.nonce : undefined
  }
  const renew = async () => form.setFieldsValue({ nonce: (await newNonce()) ?? '', sign: '' })
  const sign = async (): Promise<Typed | string> => {
    const nonce = await newNonce()
    if (nonce === undefined) return certificateText.nonceProblem
    const signature = await askAgent(agent!, nonce)
    return typeof signature === 'string' ? signature : { nonce, ...signature }
  }
  const submit = async (typed: Typed) => {
    setProblem('')
    const proof = isByHand ? typed : await sign()
    if (typeof proof === 'string') return keepOpenWith(proof)
    const answer = await bind.run({ body: { nonce: proof.nonce, cert: proof.cert.trim(), sign: proof.sign.trim() } })
    if (!ok(answer)) {
      // A nonce is valid for one attempt, and so is its signature.
      if (isByHand) await renew()
      return keepOpenWith(answer.code === REFUSED ? certificateText.refused(answer.message) : words.unfinished)
    }
    notifier.done(words.done)
    return true
  }
  return (
    <FormDialog<Typed>
      form={form}
      title={isFirst ? words.titleOf(words.kinds.ca.name) : words.changeTitle}
      small
      initial={{}}
      okText={isByHand ? words.bind : words.byAgent}
      onSubmit={submit}
      onClose={onClose}
      aside={
        agent && (
          <Button type="link" size="small" onClick={() => setWantsHand(!wantsHand)}>
            {isByHand ? words.backToAgent : words.byHand}
          </Button>
        )
      }
    >
      {problem && <Alert type="error" title={problem} showIcon className="form-alert" role="alert" />}
      {isByHand ? (
        <ByHand hasAgent={agent !== undefined} isPending={fetchNonce.pending} onRenew={() => void renew()} />
      ) : (
        <p>{certificateText.agentHow}</p>
      )}
    </FormDialog>
  )
}

function ByHand({ hasAgent, isPending, onRenew }: { hasAgent: boolean; isPending: boolean; onRenew: () => void }) {
  return (
    <>
      {!hasAgent && (
        <Alert
          type="info"
          role="note"
          showIcon
          className="form-alert"
          title={certificateText.noAgent}
          description={certificateText.noAgentHow}
        />
      )}
      <p>{words.byHandHow}</p>
      <Form.Item name="nonce" label={words.nonce} extra={words.nonceHint} rules={[required(words.nonceMissing)]}>
        <Input
          readOnly
          onFocus={event => event.target.select()}
          suffix={
            <Button type="link" size="small" loading={isPending} onClick={onRenew}>
              <Form.Item noStyle shouldUpdate>
                {({ getFieldValue }) => (getFieldValue('nonce') ? words.newNonce : certificateText.fetchNonce)}
              </Form.Item>
            </Button>
          }
        />
      </Form.Item>
      <Form.Item name="cert" label={certificateText.cert} required rules={[required(certificateText.certMissing)]}>
        <Input.TextArea rows={4} placeholder={certificateText.certHint} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="sign" label={certificateText.sign} required rules={[required(certificateText.signMissing)]}>
        <Input.TextArea rows={2} placeholder={certificateText.signHint} spellCheck={false} autoComplete="off" />
      </Form.Item>
    </>
  )
}
