import { sync } from '@hufu/contract/provisioning/sync'
import { Form, type FormItemProps } from 'antd'
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import { useCall } from '../platform/calls.ts'
import { session } from '../platform/session.ts'
import { text } from './object-sources-text.ts'

/** Fields a sync source writes at every run, with its name. */
const Owned = createContext<ReadonlyMap<string, string>>(new Map())

interface Props {
  /** Absent: a new record, which no source writes. */
  of: { userId: string } | { orgId: string } | undefined
  children: ReactNode
}

/** Wraps a form: fields written by a source are read only. */
export function OwnedFields({ of, children }: Props) {
  // If this cannot be read, the server still refuses.
  const found = useCall(sync.bySource, { query: { ...of }, enabled: of !== undefined, quietly: true })
  const owners = useMemo(() => {
    const entries = (found.data ?? []).flatMap(({ name, ownedFields }) => ownedFields.map(({ field }) => [field, name] as const))
    return new Map(entries.toReversed())
  }, [found.data])
  return <Owned value={owners}>{children}</Owned>
}

/** `isFixed` is false for super administrators, whose change lasts until the next run. */
export function useOwner(field: string): { name: string; isFixed: boolean } | undefined {
  const name = useContext(Owned).get(field)
  return name === undefined ? undefined : { name, isFixed: !session.get().isAdmin }
}

interface ItemProps extends FormItemProps {
  /** The source's name of the field, if the form's differs. */
  field?: string | undefined
  children: ReactElement<{ disabled?: boolean }>
}

/** A form field that a source may own. */
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
