import { useCallback, useEffect, useRef, useState } from 'react'
import { inBackground } from '../../platform/error-log.ts'

export type CameraProblem = 'insecure' | 'missing' | 'denied' | 'none' | 'busy'
const WIDTH = 640
const HEIGHT = 480
const QUALITY = 0.9

/** Why no camera is available, known before asking for one. On plain http browsers do not have the call. */
function cameraProblem(): CameraProblem | undefined {
  if (!isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices ? undefined : 'missing'
}

const problemOf = (error: unknown): CameraProblem => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}

async function openCamera(): Promise<MediaStream | CameraProblem> {
  const problem = cameraProblem()
  if (problem) return problem
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'user', width: WIDTH, height: HEIGHT } })
  } catch (error) {
    return problemOf(error)
  }
}

const stop = (stream: MediaStream | undefined) => stream?.getTracks().forEach(track => track.stop())

/** The camera while the component is mounted; it is switched off with it. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | undefined>(undefined)
  const isHere = useRef(true)
  const [state, setState] = useState<'opening' | 'ready' | CameraProblem>('opening')
  const open = useCallback(async () => {
    const opened = await openCamera()
    if (typeof opened === 'string') return isHere.current && setState(opened)
    if (!isHere.current) return stop(opened)
    stream.current = opened
    video.current!.srcObject = opened
    await video.current!.play()
    setState('ready')
  }, [])
  useEffect(() => {
    isHere.current = true
    inBackground(open())
    return () => {
      isHere.current = false
      stop(stream.current)
    }
  }, [open])
  const retry = () => {
    setState('opening')
    inBackground(open())
  }
  return { video, isReady: state === 'ready', problem: isProblem(state) ? state : undefined, retry, take: () => pictureOf(video.current!) }
}

const isProblem = (state: 'opening' | 'ready' | CameraProblem): state is CameraProblem => state !== 'opening' && state !== 'ready'

/** A picture in the form of the call: JPEG, base64. */
function pictureOf(video: HTMLVideoElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth || WIDTH
  canvas.height = video.videoHeight || HEIGHT
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1]!
}
