import { Component, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  currentSide,
  isSignInPath,
  isServerPage,
  keepTarget,
  lastPath,
  rememberLastPath,
  pathOf,
  readAddress,
  showAddress,
  toSignIn,
  takeTarget,
  toWaitingRequest,
  usePlace,
} from './platform/address.ts'
import { fetchClientConfig } from './platform/client-config.ts'
import { takeSignOutReason } from './platform/sign-in/sign-out-and-reload.ts'
import { inBackground, recordError, watchErrors } from './platform/error-log.ts'
import { prefetchFirstCalls } from './platform/transport/prefetch.ts'
import { lazyComponent } from './platform/lazy-component.tsx'
import { watchLock } from './platform/sign-in/lock.ts'
import { isSignInFrame } from './platform/sign-in/sign-in-again.ts'
import { dropSession, onSignOut, restoreSession, session, system, watchOtherTabs } from './platform/session.ts'
import { tabName } from './platform/site-name.ts'
import { startTheme } from './platform/theme.ts'
import { requireTrustedTypes } from './platform/trusted-types.ts'
import { CallError } from './platform/transport/wire.ts'
import { SignIn, Frame } from './auth/sign-in-frame.tsx'
import { enterByAddress, type AskSwap, type Refused } from './auth/enter.ts'
import { showProblem } from './auth/notices.tsx'
import { beginsSecondStep } from './auth/second-step.ts'
import { text } from './auth/text.ts'
import { built } from './screens.tsx'

const loadShell = () => import('./shell/shell.tsx')
const Shell = lazyComponent(loadShell, () => <Waiting words={text.loading} />)
const root = createRoot(document.getElementById('root')!)

requireTrustedTypes()
startTheme()
watchErrors()
// The sign-in frame over a page must not restore the session that has ended.
if (isSignInFrame) document.documentElement.dataset.again = ''
else restoreSession()
rememberLastPath()
// Every end of a session leads to the sign-in page.
onSignOut(() => toSignIn('/login'))
watchOtherTabs()
watchLock()
if (!isSignInFrame) showProblem(takeSignOutReason())
inBackground(readConfig())
inBackground(start())

async function readConfig() {
  const clientConfig = await fetchClientConfig(`${import.meta.env.BASE_URL}config.json`)
  system.set({ clientConfig })
  document.title = tabName(system.get())
}

async function start() {
  const requestedPath = readAddress(location.pathname + location.search + location.hash)
  const isForApp = pathOf(location.pathname) === '/login' && isServerPage(requestedPath.uri)
  const address = requestedPath.uri && !isForApp ? `/jumper?redirect=${encodeURIComponent(requestedPath.uri)}` : requestedPath.rest
  // Cleaned before any other call, so that no ticket goes out in an address (O-68).
  history.replaceState(null, '', address)
  if (isForApp) keepTarget(requestedPath.uri)
  if (requestedPath.ticket || requestedPath.code) {
    root.render(<Waiting words={text.entering} />)
    const outcome = await enterByAddress(requestedPath, askSwap).catch(networkRefusal)
    if (outcome.in && isFramed()) return
    if (outcome.in && toWaitingRequest()) return
    if (!outcome.in && !beginsSecondStep(outcome)) showProblem(outcome.message)
  }
  // The server's request needs a new sign-in: the session in this browser has ended or is not sufficient.
  if (isForApp && session.get().token) {
    await dropSession()
    keepTarget(requestedPath.uri)
  }
  await enterFirstPage()
  prefetchShell()
  addEventListener('popstate', () => void followHistory())
  root.render(
    <StrictMode>
      <ActiveBundle />
    </StrictMode>,
  )
}

/**
 * Loaded when the question opens. A function declaration, because the code above runs before a constant here would be initialised.
 */
async function askSwap(...[present, wanted]: Parameters<AskSwap>): Promise<boolean> {
  const { SwapQuestion } = await import('./auth/swap-question.tsx')
  return new Promise(resolve => {
    const answer = (isAgreed: boolean) => {
      root.render(<Waiting words={text.entering} />)
      resolve(isAgreed)
    }
    root.render(<SwapQuestion present={present} wanted={wanted} onAnswer={answer} />)
  })
}

/** A failed request, such as the one for the ticket's owner, counts as a refused sign-in; other errors are thrown. */
function networkRefusal(error: unknown): Refused {
  if (error instanceof CallError) return { in: false, code: error.kind, message: error.message, isShown: false }
  throw error
}

/** Starts loading the console, the requested page and the first answers at the same time for a signed-in user. */
function prefetchShell() {
  if (!session.get().token || isSignInPath(location.pathname)) return
  void loadShell().catch(() => undefined)
  void built[location.pathname]?.().catch(() => undefined)
  prefetchFirstCalls()
}

/** LOGIN-17, LOGIN-18: a token at /login leads to the first page, or is dropped if the user comes from /unauth. */
async function enterFirstPage() {
  if (pathOf(location.pathname) === '/login' && session.get().token) {
    if (lastPath() === '/unauth') await dropSession()
    else history.replaceState(null, '', takeTarget() ?? '/')
  }
  showAddress()
}

/** Handles the history for sign-in pages only; the console has its own router. */
async function followHistory() {
  if (currentSide() === 'signIn' || isSignInPath(location.pathname)) await enterFirstPage()
}

/** Whether this is the frame of the national login: the page around it notices the token and continues. */
function isFramed(): boolean {
  try {
    return window.parent !== window && isSignInPath(window.parent.location.pathname)
  } catch {
    return false
  }
}

function ActiveBundle() {
  const { side, visit } = usePlace()
  if (side === 'signIn') return <SignIn onEngage={() => void loadShell().catch(() => undefined)} />
  return (
    <AppErrorBoundary key={visit}>
      <Shell />
    </AppErrorBoundary>
  )
}

function Waiting({ words }: { words: string }) {
  return <output className="waiting">{words}</output>
}

/** The outermost error boundary, for a console that cannot be loaded or fails outside its own boundaries. */
class AppErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch(error: unknown) {
    recordError(error)
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Frame>
        <p className="ask">{text.appNotLoaded}</p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          {text.retry}
        </button>
      </Frame>
    )
  }
}
