import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { CallError, setNotifier } from '../platform/client.ts'
import { ERROR_MS } from '../platform/constants.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { lock } from '../platform/sign-in/lock.ts'
import { hasDevopsPages, NO_PERMISSIONS } from '../platform/permission.ts'
import { onSignOut, session, useSystem } from '../platform/session.ts'
import { offerSignInAgain, signInAgain } from '../platform/sign-in/sign-in-again.ts'
import { question } from '../platform/sign-in/step-up.ts'
import { useStore } from '../platform/store.ts'
import { text as platformText } from '../platform/text.ts'
import { granted } from '../ui/permitted.ts'
import { Empty, useDelayed } from '../ui/states.tsx'
import { HomeFilesContext } from '../pickers/home-files.ts'
import { AppProvider } from './app-provider.tsx'
import { signOut } from '../ui/form/sign-out.ts'
import type { Person } from './guards.ts'
import { routesFor } from './routes.tsx'
import { secondFactorShown, useSecondFactorDue } from './second-factor.ts'
import { toastNotifier } from './toast-notifier.tsx'
import { NotSignedInError, DifferentUserError, start, type Started } from './start.ts'
import { text } from './text.ts'
import './tokens.css'
import '../ui/parts.css'
import '../ui/form/fields.css'
import '../ui/layers.css'
import '../ui/list/lists.css'
import '../ui/splitter.css'
import './shell.css'
import './navigation/side-menu.css'
import './top-bar.css'
import '../ui/toasts.css'

// Shown if two tabs have different users.
const OtherUser = lazyComponent(() => import('./other-user.tsx'))
// Loaded when a form is needed.
const ForcedChange = lazyComponent(() => import('./forced-change.tsx'))
/** The dialog for step-ups of any page; the refused call is repeated after it. */
const StepUp = lazyComponent(async () => ({ default: (await import('../domains/credentials/factor/factor.tsx')).StepUpDialog }))
/** A dialog over a page whose session has ended; refused calls are repeated after it. */
const SignInAgain = lazyComponent(() => import('./again/sign-in-again.tsx'))
const LockScreen = lazyComponent(() => import('../domains/credentials/lock/lock-screen.tsx'))
const FactorDue = lazyComponent(async () => ({ default: (await import('../domains/credentials/factor/factor.tsx')).FactorDue }))

/** The console behind the sign-in page: loads the user first, then builds the routes. */
export default function Shell() {
  const [token] = useState(() => session.get().token)
  const [attempt, setAttempt] = useState(0)
  const answer = useStore(question, value => value.answer)
  const isLocked = useStore(lock, value => value.isLocked)
  const onSignedIn = useStore(signInAgain, value => value.answer)
  useEffect(() => setNotifier(toastNotifier), [])
  useEffect(() => () => question.get().answer?.(false), [])
  // /unauth, /log and /404 are shown to anybody.
  if (!token)
    return (
      <AppProvider>
        <Pages person={undefined} />
      </AppProvider>
    )
  return (
    <AppProvider>
      <SignedIn key={attempt} onRetry={() => setAttempt(attempt + 1)} />
      {answer && <StepUp onAnswer={answer} />}
      {isLocked && <LockScreen />}
      {onSignedIn && <SignInAgain onAnswer={onSignedIn} />}
    </AppProvider>
  )
}

function SignedIn({ onRetry }: { onRetry: () => void }) {
  const [started, setStarted] = useState<Started>()
  const [failed, setFailed] = useState(false)
  const [other, setOther] = useState<DifferentUserError>()
  useEffect(() => {
    start().then(setStarted, (error: unknown) => {
      if (error instanceof DifferentUserError) return setOther(error)
      if (!(error instanceof NotSignedInError)) return setFailed(!isEnding(error))
      return signOut().then(() => toastNotifier.toast(platformText.userInfoProblem, ERROR_MS, 'error'))
    })
  }, [])
  if (failed) return <StartFailed onRetry={onRetry} />
  if (other) return <OtherUser former={other.former} present={other.present} onAgreed={onRetry} />
  if (!started) return <LoadingShell />
  return <StartedShell started={started} onRestart={onRetry} />
}

/** An ended session reloads the page, so nothing is shown meanwhile. */
const isEnding = (error: unknown) => error instanceof CallError && ['6', 'invalid_credentials'].includes(String(error.envelope?.code))

/** While a password change or second factor is due no page is mounted, so that none is refused in the background. */
function StartedShell({ started, onRestart }: { started: Started; onRestart: () => void }) {
  const isForce = useSystem(value => value.globalConfig?.updatePasswordMode === 'force')
  const [isChangeDue, setChangeDue] = useState(started.forced.hasForceChangePwd)
  const factor = useSecondFactorDue()
  // No calls either, whose refusals would be shown over the dialog.
  const isHeld = isChangeDue || factor.isHeld
  useEffect(() => {
    if (isHeld) return
    import('../domains/credentials/lock/idle.ts').then(
      ({ watchIdle }) => watchIdle(),
      () => undefined,
    )
    // Only after a sign-in, and without delaying the first page.
    import('./last-sign-in.ts').then(
      ({ showLastSignIn }) => showLastSignIn(started.passwordDaysLeft),
      () => undefined,
    )
  }, [started, isHeld])
  const dialog = isChangeDue && (
    <ForcedChange
      type={started.forced.forceChangePwdType}
      isForce={isForce}
      onClose={() => setChangeDue(false)}
      onContinue={factor.isHeld || factor.isDue ? undefined : onRestart}
    />
  )
  if (isChangeDue && isForce) return <div className="entering">{dialog}</div>
  const binding = (factor.isHeld || factor.isDue) && <FactorDue onDone={secondFactorShown} />
  if (factor.isHeld) return <div className="entering">{binding}</div>
  return (
    <HomeFilesContext value={started.homeFiles}>
      <Pages person={{ seesDevops: session.get().isAdmin || hasDevopsPages(granted.get().permissions) }} />
      {dialog}
      {binding}
    </HomeFilesContext>
  )
}

function Pages({ person }: { person: Person }) {
  const isSignedIn = person !== undefined
  useEffect(() => (isSignedIn ? offerSignInAgain() : undefined), [isSignedIn])
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }))
  const [router] = useState(() => createBrowserRouter(routesFor(person)))
  useEffect(
    () =>
      onSignOut(() => {
        router.dispose()
        queries.clear()
        granted.set({ permissions: NO_PERMISSIONS, landsAtApps: false })
      }),
    [router, queries],
  )
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

function LoadingShell() {
  const visible = useDelayed(true)
  return <div className="entering">{visible && <output>{text.start.working}</output>}</div>
}

function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="entering">
      <Empty
        title={text.start.failed}
        hint={platformText.networkProblem}
        action={
          <>
            <Button onClick={() => void signOut()}>{text.start.leave}</Button>
            <Button type="primary" onClick={onRetry}>
              {text.error.retry}
            </Button>
          </>
        }
      />
    </main>
  )
}
