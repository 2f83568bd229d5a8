import { createHmac, randomBytes } from 'node:crypto'
import { json, openFake, type FakeRequest, type Fake, type FakeReply } from './fake.ts'

export interface FakeFace extends Fake {
  appId: string
  secret: string
  /** Registers the person on a picture; an unknown picture matches nobody. */
  knows(image: string, person: { name: string; idCard: string }): void
  /** The next picture fails the liveness check. */
  playDead(): void
}

/** A comparison service as outside/face.ts describes it; refuses requests that are unsigned, old or repeated. */
export async function openFace(): Promise<FakeFace> {
  const appId = 'face-app'
  const secret = randomBytes(24).toString('base64url')
  const faces = new Map<string, string>()
  const nonces = new Set<string>()
  let isLive = true

  const sealed = (members: Record<string, string>) =>
    createHmac('sha256', secret)
      .update(
        Object.entries(members)
          .sort(([a], [b]) => a.localeCompare(b, 'en'))
          .map(pair => pair.join('='))
          .join('&'),
      )
      .digest('hex')
  const no = (code: string, message: string) => json({ code, message })
  const answer = ({ body }: FakeRequest): FakeReply => {
    const { sign, ...question } = JSON.parse(body) as Record<string, string>
    if (question.appId !== appId) return no('1001', 'unknown appId')
    if (sign !== sealed(question)) return no('1002', 'wrong sign')
    if (Math.abs(Number(question.timestamp) - Date.now()) > 300_000) return no('1003', 'old timestamp')
    if (nonces.has(question.nonce!)) return no('1004', 'nonce used')
    nonces.add(question.nonce!)
    const pass = faces.get(question.image!) === `${question.name} ${question.idCard}`
    const reply = { code: '0', message: '', nonce: question.nonce!, transaction: `T${randomBytes(8).toString('hex')}` }
    const seal = sealed({ ...reply, pass: String(pass), live: String(isLive) })
    const answerJson = json({ ...reply, pass, live: isLive, sign: seal })
    isLive = true
    return answerJson
  }
  return {
    ...(await openFake(answer)),
    appId,
    secret,
    knows: (image, { name, idCard }) => faces.set(image, `${name} ${idCard}`),
    playDead: () => {
      isLive = false
    },
  }
}
