import { METADATA_MAX, saml, type SamlPeer, type SamlPreview } from '@hufu/contract/federation/saml'
import { URI_LENGTH_MAX } from '@hufu/contract/apps/app-uri'
import { Button, Form, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { fetchData } from '../../../platform/calls.ts'
import { CallError } from '../../../platform/client.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import type { TypedOrigin } from '../../../pickers/saml-origin.ts'
import { originOf } from '../../../pickers/saml-origin.ts'
import { text as samlText } from './saml-text.ts'
import './saml.css'

const text = samlText.metadata
/** The length of a SHA-256 fingerprint with colons between the pairs of digits. */
const PIN_MAX = 95

interface Props {
  /** Called with what was read each time reading succeeds. */
  onRead?: (peer: SamlPeer) => void
}

/** Metadata pasted, uploaded or fetched by address; shows what was read before anything is stored. */
export default function SamlMetadataField({ onRead }: Props) {
  const form = Form.useFormInstance<TypedOrigin>()
  const from = Form.useWatch('from', form) ?? 'text'
  const [peer, setPeer] = useState<SamlPreview>()
  const read = async () => {
    try {
      const found = await fetchData(saml.preview, { body: originOf(form.getFieldsValue(true) as TypedOrigin), quietly: true })
      setPeer(found)
      onRead?.(found)
    } catch (error) {
      setPeer(undefined)
      throw new Error(error instanceof CallError ? error.message : text.required, { cause: error })
    }
  }
  const pinTo = (signer: string) => {
    form.setFieldValue(['source', 'pin'], signer)
    void form.validateFields([['source', 'url']]).catch(() => undefined)
  }
  return (
    <>
      <Form.Item name="from" label={text.label} initialValue="text" required>
        <Radio.Group options={[...text.froms]} onChange={() => setPeer(undefined)} />
      </Form.Item>
      {from === 'address' ? <Address onRead={read} /> : <Pasted onRead={read} />}
      {peer && (
        <section aria-label={text.read} className="saml-read">
          <Descriptions
            of={[
              [samlText.peer.entityId, peer.entityId],
              [samlText.peer.name, peer.name],
              [samlText.peer.acs, samlText.peer.listed(peer.acs.map(({ url }) => url))],
              [samlText.peer.signing, samlText.peer.listed(peer.signing.map(({ endTime }) => samlText.peer.until(endTime)))],
              [samlText.peer.validUntil, peer.validUntil],
            ]}
          />
          {from === 'address' && <Signer of={peer} onPin={pinTo} />}
        </section>
      )}
    </>
  )
}

function Pasted({ onRead }: { onRead: () => Promise<void> }) {
  const form = Form.useFormInstance()
  const file = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > METADATA_MAX) return form.setFields([{ name: 'metadata', errors: [text.tooLarge] }])
    form.setFieldValue('metadata', await chosen.text())
    await form.validateFields(['metadata']).catch(() => undefined)
  }
  const validator = async (_: unknown, metadata?: string) => {
    if (!metadata?.trim()) throw new Error(text.required)
    await onRead()
  }
  return (
    <>
      <Form.Item name="metadata" label={text.xml} required extra={text.hint} validateTrigger="onBlur" rules={[{ validator }]}>
        <Input.TextArea
          className="saml-metadata"
          autoSize={{ minRows: 5, maxRows: 12 }}
          spellCheck={false}
          placeholder="<EntityDescriptor …>"
        />
      </Form.Item>
      <p className="saml-file">
        <Button size="small" onClick={() => file.current?.click()}>
          {text.choose}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".xml,application/xml,text/xml"
          hidden
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </p>
    </>
  )
}

function Address({ onRead }: { onRead: () => Promise<void> }) {
  const form = Form.useFormInstance()
  const validator = async (_: unknown, url?: string) => {
    if (!url) throw new Error(text.addressRequired)
    await onRead()
  }
  const again = () => void form.validateFields([['source', 'url']]).catch(() => undefined)
  return (
    <>
      <Form.Item
        name={['source', 'url']}
        label={text.address}
        required
        extra={text.addressHint}
        validateTrigger="onBlur"
        rules={[{ validator }]}
      >
        <TrimInput maxLength={URI_LENGTH_MAX} inputMode="url" placeholder="https://" />
      </Form.Item>
      <Form.Item name={['source', 'pin']} label={text.pin} extra={text.pinHint}>
        <TrimInput maxLength={PIN_MAX} spellCheck={false} placeholder="SHA-256" onBlur={again} />
      </Form.Item>
    </>
  )
}

/** The signer of the metadata; a button makes it the only one accepted. */
function Signer({ of: { signer }, onPin }: { of: SamlPreview; onPin: (signer: string) => void }) {
  const pin = Form.useWatch(['source', 'pin'], Form.useFormInstance()) as string | undefined
  if (signer === null) return <p className="app-hint saml-signer">{text.unsigned}</p>
  return (
    <p className="app-hint saml-signer">
      {text.signed} <code>{signer}</code>
      {!pin && (
        <Button size="small" onClick={() => onPin(signer)}>
          {text.pinIt}
        </Button>
      )}
    </p>
  )
}
