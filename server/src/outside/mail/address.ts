const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** A plain address that can be sent as it is: no quoting, no comment, nothing that could begin another command (RFC 5321, 4.1.2). */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at), address.slice(at + 1)]
  const labels = host.split('.')
  return (
    at > 0 && name.length <= 64 && local.test(name) && host.length <= 190 && labels.length > 1 && labels.every(part => label.test(part))
  )
}
