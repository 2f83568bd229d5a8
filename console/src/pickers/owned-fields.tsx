import { sync } from '@hufu/contract/provisioning/sync'
import { Form, type FormItemProps } from 'antd'
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import { useCall } from '../platform/calls.ts'
import { session } from '../platform/session.ts'
import { text } from './object-sources-text.ts'

/** By field the name of the source that writes it at every run. */
const Owned = createContext<ReadonlyMap<string, string>>(new Map())

interface Props {
  /** Absent: a new one, which no source owns. */
  of: { userId: string } | { orgId: string } | undefined
  children: ReactNode
}

/** Around a form: what a source owns is shown and cannot be changed here (D-56). */
export function OwnedFields({ of, children }: Props) {
  // Where it cannot be learnt, the server still refuses.
  const found = useCall(sync.bySource, { query: { ...of }, enabled: of !== undefined, quietly: true })
  const owners = useMemo(() => {
    const entries = (found.data ?? []).flatMap(({ name, ownedFields }) => ownedFields.map(({ field }) => [field, name] as const))
    return new Map(entries.toReversed())
  }, [found.data])
  return <Owned value={owners}>{children}</Owned>
}

/** Of a super administrator the change lasts until the next run. */
export function useOwner(field: string): { name: string; isFixed: boolean } | undefined {
  const name = useContext(Owned).get(field)
  return name === undefined ? undefined : { name, isFixed: !session.get().isAdmin }
}

interface ItemProps extends FormItemProps {
  /** As sources call it, where the form calls it otherwise. */
  field?: string | undefined
  children: ReactElement<{ disabled?: boolean }>
}

/** A field of a form that a source may own. */
export function OwnedItem({ field, children, extra, ...item }: ItemProps) {
  const owner = useOwner(field ?? String(item.name))
  if (!owner) return <Form.Item {...item} extra={extra}>{children}</Form.Item> // prettier-ignore
  const { name, isFixed } = owner
  return (
    <Form.Item {...item} extra={isFixed ? text.ownedBy(name) : text.ownedUntil(name)}>
      {isFixed ? cloneElement(children, { disabled: true }) : children}
    </Form.Item>
  )
}
