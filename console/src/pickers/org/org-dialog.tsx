import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../ui/text.ts'
import { type OrgAsking, PATH_FRESH_MS } from './org-levels.ts'
import { OrgTree } from './org-tree.tsx'
import { text } from '../text.ts'

const TREE_HEIGHT = 420

interface Props {
  title: string
  chosen: string | undefined
  asking: OrgAsking
  onChoose: (id: string) => void
  onClose: () => void
}

/** A dialog with the tree to choose one organisation. */
export default function OrgDialog({ title, chosen, asking, onChoose, onClose }: Props) {
  const [picked, setPicked] = useState<{ id: string; name: string } | undefined>(
    chosen === undefined ? undefined : { id: chosen, name: '' },
  )
  const path = useCall(org.path, {
    query: { id: picked?.id ?? '' },
    enabled: picked !== undefined,
    staleTime: PATH_FRESH_MS,
    quietly: true,
  })
  const finish = () => {
    if (picked) onChoose(picked.id)
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={!picked} onClick={finish}>
        {uiText.dialog.ok}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <OrgTree asking={asking} selected={picked?.id} onSelect={(id, name) => setPicked({ id, name })} height={TREE_HEIGHT} />
      <output className="org-picked">
        {picked ? text.org.chosen(path.data?.map(step => step.name).join(' / ') ?? picked.name) : text.org.notChosen}
      </output>
    </Dialog>
  )
}
