import { useSystem } from './session.ts'
import { text } from './warnings-text.ts'
import './warnings.css'

/**
 * Test switches make every sign-in insecure, so every page says so, the sign-in page too. Super administrators are also
 * warned of a full disk.
 */
export default function Warnings() {
  const atSignIn = useSystem(value => value.publicConfig?.testSwitches)
  const inside = useSystem(value => value.globalConfig)
  const names = inside?.testSwitches ?? atSignIn ?? []
  const storage = inside?.storage ?? 'ok'
  return (
    <>
      {names.length > 0 && <Bar>{text.testSwitches(names)}</Bar>}
      {storage !== 'ok' && <Bar>{text.storage[storage]}</Bar>}
    </>
  )
}

function Bar({ children }: { children: string }) {
  return (
    <section className="danger-bar" aria-label={text.label}>
      {children}
    </section>
  )
}
